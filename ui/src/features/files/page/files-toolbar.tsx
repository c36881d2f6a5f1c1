import { LayoutGrid, List, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import { useShortcut } from '@/lib/browser/shortcuts';
import { type FilesSort, type FilesState, type FilesView, sortOptions } from './files-state.utils';
import styles from './files-toolbar.module.css';

export interface FilesToolbarProps {
  state: FilesState;
  view: FilesView;
  onChange: (change: Partial<FilesState>, options?: { replace?: boolean }) => void;
}

/** Search, order, and how files are shown. */
export function FilesToolbar({ state, view, onChange }: FilesToolbarProps) {
  const other = view === 'list' ? 'grid' : 'list';
  useShortcut({ keys: 'v', label: 'Show as list or as grid', group: 'Files' }, () =>
    onChange({ view: other }),
  );
  return (
    <div className={styles.bar} role="toolbar" aria-label="Files shown">
      <SearchField value={state.search} onChange={(search) => onChange({ search }, { replace: true })} />
      <Select
        aria-label="Order"
        className={styles.order}
        value={state.sort}
        options={sortOptions}
        onValueChange={(sort) => onChange({ sort: sort as FilesSort }, { replace: true })}
      />
      <fieldset className={styles.views} aria-label="Shown as">
        <IconButton
          label="As a list"
          keys="v"
          icon={<List aria-hidden />}
          aria-pressed={view === 'list'}
          onClick={() => onChange({ view: 'list' })}
        />
        <IconButton
          label="As a grid"
          keys="v"
          icon={<LayoutGrid aria-hidden />}
          aria-pressed={view === 'grid'}
          onClick={() => onChange({ view: 'grid' })}
        />
      </fieldset>
    </div>
  );
}

/** How long typing pauses before the search begins, in milliseconds. */
const typingPause = 200;

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: 'Search in this folder', group: 'Files' }, () => input.current?.focus());
  // The address may change without typing: by the back button, by clearing the search.
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), typingPause);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <Input
      ref={input}
      type="search"
      aria-label="Search in this folder"
      placeholder="Search in this folder"
      className={styles.search}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          setText('');
          event.currentTarget.blur();
        }
      }}
      start={<Search size={14} aria-hidden />}
      end={
        text && (
          <IconButton
            size="sm"
            label="Clear the search"
            icon={<X aria-hidden />}
            onClick={() => setText('')}
          />
        )
      }
    />
  );
}
