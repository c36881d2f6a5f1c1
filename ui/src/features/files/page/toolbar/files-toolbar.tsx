import { LayoutGrid, List, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { filesMessages } from '../../files-messages';
import { type FilesSort, type FilesState, type FilesView, filesSorts } from '../files-state.utils';
import styles from './files-toolbar.module.css';

const { toolbar: messages, shortcuts } = filesMessages;

export interface FilesToolbarProps {
  state: FilesState;
  view: FilesView;
  onChange: (change: Partial<FilesState>, options?: { replace?: boolean }) => void;
}

/** Search, order and layout of a folder's list. */
export function FilesToolbar({ state, view, onChange }: FilesToolbarProps) {
  const otherView = view === 'list' ? 'grid' : 'list';
  useShortcut({ keys: 'v', label: shortcuts.switchView, group: shortcuts.group }, () =>
    onChange({ view: otherView }),
  );
  return (
    <div className={styles.bar} role="toolbar" aria-label={messages.label}>
      <SearchField value={state.search} onChange={(search) => onChange({ search }, { replace: true })} />
      <Select
        aria-label={messages.order}
        className={styles.order}
        value={state.sort}
        options={filesSorts.map((value) => ({ value, label: messages.orders[value] }))}
        onValueChange={(sort) => onChange({ sort: sort as FilesSort }, { replace: true })}
      />
      <fieldset className={styles.views} aria-label={messages.layout}>
        <IconButton
          label={messages.listView}
          keys="v"
          icon={<List aria-hidden />}
          aria-pressed={view === 'list'}
          onClick={() => onChange({ view: 'list' })}
        />
        <IconButton
          label={messages.gridView}
          keys="v"
          icon={<LayoutGrid aria-hidden />}
          aria-pressed={view === 'grid'}
          onClick={() => onChange({ view: 'grid' })}
        />
      </fieldset>
    </div>
  );
}

/** Pause in typing after which the search starts, in milliseconds. */
const searchDelay = 200;

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: shortcuts.search, group: shortcuts.group }, () => input.current?.focus());
  // The URL also changes without typing: by the back button, or when another button clears the search.
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), searchDelay);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <Input
      ref={input}
      type="search"
      aria-label={messages.search}
      placeholder={messages.search}
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
            label={messages.clearSearch}
            icon={<X aria-hidden />}
            onClick={() => setText('')}
          />
        )
      }
    />
  );
}
