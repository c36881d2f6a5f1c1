import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Input } from '@/components/fields/input';
import { useShortcut } from '@/lib/browser/shortcuts';
import styles from '@/table/filters/table-toolbar.module.css';

/** How long typing has to pause before rows are asked for, in milliseconds. */
const typingPause = 250;

export interface QuickSearchProps {
  value: string;
  /** The column of the full-text index that it goes by, if there is one. */
  vectorColumn: string | undefined;
  onChange: (value: string) => void;
}

/** Finds rows by any text in them, or by their words where the table has an index of those. */
export function QuickSearch({ value, vectorColumn, onChange }: QuickSearchProps) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The address changed by itself: follow it.
  if (value !== told) {
    setTold(value);
    setText(value);
  }
  useEffect(() => {
    if (text === told) return;
    const timer = setTimeout(() => {
      setTold(text);
      onChange(text);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text, told, onChange]);
  useShortcut({ keys: '/', label: 'Search these rows', group: 'Table' }, () => input.current?.focus());
  return (
    <Input
      ref={input}
      type="search"
      className={styles.search}
      aria-label="Search these rows"
      placeholder={vectorColumn === undefined ? 'Search rows' : 'Search whole words'}
      title={
        vectorColumn === undefined
          ? undefined
          : `Full-text search in “${vectorColumn}”: whole words, “a phrase” in quotes, or, -without`
      }
      value={text}
      start={<Search size={14} aria-hidden />}
      end={
        text !== '' && (
          <IconButton size="sm" label="Clear search" icon={<X aria-hidden />} onClick={() => setText('')} />
        )
      }
      onChange={(event) => setText(event.target.value)}
    />
  );
}
