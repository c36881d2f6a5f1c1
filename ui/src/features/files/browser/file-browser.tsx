import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import type { EntryDrag } from '../entries/use-entry-drag';
import type { FileSelection } from '../entries/use-file-selection';
import { filesMessages } from '../files-messages';
import type { FilesState, FilesView } from '../page/files-state.utils';
import type { PendingAction } from '../page/pending-action.types';
import { EmptyFolder } from './empty-folder';
import styles from './file-browser.module.css';
import { FileSkeleton } from './file-skeleton';
import { FileGrid } from './layouts/file-grid';
import { FileTable } from './layouts/file-table';
import { findNextEntry } from './layouts/line-window.utils';
import { NextPageLoader, type NextPageState } from './next-page-loader';
import { type FocusedEntry, useFocusedEntry } from './use-focused-entry';

export interface FileBrowserProps {
  bucket: string;
  /** Path of the folder in the bucket; "" is the bucket itself. */
  prefix: string;
  entries: readonly FileEntry[];
  view: FilesView;
  state: FilesState;
  privileges: FilePrivileges;
  selection: FileSelection;
  dragProps: EntryDrag['createEntryProps'];
  isLoading: boolean;
  nextPage: NextPageState;
  onChange: (change: Partial<FilesState>) => void;
  onAction: (action: PendingAction) => void;
  onUpload: () => void;
}

/** Lists a folder's entries as a table or a grid, with selection, keyboard navigation and drag to folders. */
export function FileBrowser(props: FileBrowserProps) {
  const { bucket, prefix, entries, view, state, privileges, selection, dragProps, onChange, onAction } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const focused = useFocusedEntry(scroller, entries);
  const [columns, setColumns] = useState(1);
  const onKeyDown = useBrowserKeys(props, focused, columns);
  if (props.isLoading) return <FileSkeleton view={view} />;
  if (entries.length === 0) return <EmptyFolder {...props} />;
  const EntryList = view === 'list' ? FileTable : FileGrid;
  const list = { bucket, prefix, entries, state, privileges, selection, dragProps, onChange, onAction };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys apply to the focused links and buttons inside
    <div
      ref={scroller}
      className={styles.scroll}
      data-scroller
      onKeyDown={onKeyDown}
      onFocus={focused.onFocus}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClickCapture={(event) => selectByClick(event, entries, selection)}
    >
      <EntryList {...list} focusedIndex={focused.index} onColumnsChange={setColumns} />
      <NextPageLoader {...props.nextPage} />
    </div>
  );
}

/**
 * Selects by a click with Shift (a range), with Ctrl or Command (one more entry), or by a click beside the name (only
 * this entry). Other clicks open the entry.
 */
function selectByClick(event: MouseEvent, entries: readonly FileEntry[], selection: FileSelection) {
  const { target } = event;
  if (!selection.isEnabled || !(target instanceof Element) || target.closest('button, [role="menu"]')) return;
  const path = target.closest('[data-item]')?.getAttribute('data-item');
  const entry = entries.find((candidate) => candidate.path === path);
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
  if (!entry || (isPlain && target.closest('a'))) return;
  event.preventDefault();
  if (isPlain) selection.selectOnly(entry);
  else selection.toggle(entry, event.shiftKey);
}

/** Returns the key handler of the entries, and adds its keys to the list of shortcuts. */
function useBrowserKeys(props: FileBrowserProps, focused: FocusedEntry, columns: number) {
  const { entries, privileges, selection, onAction } = props;
  const canUpdate = privileges.update !== false;
  const canDelete = privileges.delete !== false;
  useShortcutList(selection.isEnabled, canUpdate, canDelete);
  const navigate = (key: string, isRange: boolean): boolean => {
    const firstFile = entries.findIndex((entry) => !entry.folder);
    const folders = columns === 1 ? 0 : firstFile < 0 ? entries.length : firstFile;
    const next = findNextEntry({ folders, files: entries.length - folders, columns }, focused.index, key);
    const [from, to] = [entries[focused.index], entries[next]];
    if (!to) return false;
    focused.focus(next);
    if (isRange && selection.isEnabled) {
      if (from && selection.entries.length === 0) selection.toggle(from);
      selection.toggle(to, true);
    }
    return true;
  };
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key } = event;
    if (!(target instanceof Element) || target.closest('[role="menu"]')) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    const entry = target.closest('[data-item]') ? entries[focused.index] : undefined;
    const selected = selection.entries;
    if (navigate(key, event.shiftKey)) event.preventDefault();
    else if (key === 'F2' && entry && canUpdate) onAction({ kind: 'rename', entry });
    else if (key === 'Delete' && canDelete && selected.length > 0)
      onAction({ kind: 'delete', entries: selected });
    else if (key === 'Delete' && canDelete && entry) onAction({ kind: 'delete', entries: [entry] });
    else if (key === 'Escape' && (selected.length > 0 || selection.isLoadingAll)) selection.clear();
    else if (!selection.isEnabled) return;
    else if ((key === 'x' || (key === ' ' && target.matches('a'))) && entry && !hasModifier) {
      event.preventDefault();
      selection.toggle(entry, event.shiftKey);
    } else if (key === 'a' && hasModifier) {
      event.preventDefault();
      selection.selectAll();
    }
  };
}

/** Lists the keys in the shortcuts dialog. `useBrowserKeys` handles them, because it knows the focused entry. */
function useShortcutList(canSelect: boolean, canUpdate: boolean, canDelete: boolean) {
  const { group, select, selectAll, rename, delete: remove } = filesMessages.shortcuts;
  useShortcut({ keys: 'x', label: select, group }, undefined, { enabled: canSelect });
  useShortcut({ keys: 'mod+a', label: selectAll, group }, undefined, { enabled: canSelect });
  useShortcut({ keys: 'F2', label: rename, group }, undefined, { enabled: canUpdate });
  useShortcut({ keys: 'delete', label: remove, group }, undefined, { enabled: canDelete });
}
