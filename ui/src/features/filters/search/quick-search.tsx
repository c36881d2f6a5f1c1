import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Input } from '@/components/fields/input';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import styles from '@/table/filters/table-toolbar.module.css';
import { filtersMessages } from '../filters-messages';

const messages = filtersMessages.search;

/** Pause in typing before the rows are requested, in milliseconds. */
const typingPause = 250;

export interface QuickSearchProps {
  value: string;
  /** The column of the full-text index, if the table has one. */
  vectorColumn: string | undefined;
  onChange: (value: string) => void;
}

/** Searches the rows: in all texts, or by whole words if the table has a full-text index. */
export function QuickSearch({ value, vectorColumn, onChange }: QuickSearchProps) {
  const [text, setText] = useState(value);
  const [reported, setReported] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const isPhone = useMediaQuery(mediaQueries.phone);
  const placeholder = vectorColumn === undefined ? messages.placeholder : messages.wordsPlaceholder;
  // The address changed, for example by the back button.
  if (value !== reported) {
    setReported(value);
    setText(value);
  }
  useEffect(() => {
    if (text === reported) return;
    const timer = setTimeout(() => {
      setReported(text);
      onChange(text);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text, reported, onChange]);
  useShortcut({ keys: '/', label: messages.label, group: messages.shortcutGroup }, () =>
    input.current?.focus(),
  );
  return (
    <Input
      ref={input}
      type="search"
      className={styles.search}
      aria-label={messages.label}
      placeholder={isPhone ? messages.shortPlaceholder : placeholder}
      title={vectorColumn === undefined ? undefined : messages.wordsHint(vectorColumn)}
      value={text}
      start={<Search size={14} aria-hidden />}
      end={
        text !== '' && (
          <IconButton size="sm" label={messages.clear} icon={<X aria-hidden />} onClick={() => setText('')} />
        )
      }
      onChange={(event) => setText(event.target.value)}
    />
  );
}
