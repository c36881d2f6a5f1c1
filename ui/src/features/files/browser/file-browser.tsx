import type { KeyboardEvent } from 'react';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { moveFocus } from '../entries/arrow-keys.utils';
import { useEntryDrag } from '../entries/use-entry-drag';
import type { FileSelection } from '../entries/use-file-selection';
import { filesMessages } from '../files-messages';
import type { FilesState, FilesView } from '../page/files-state.utils';
import type { PendingAction } from '../page/pending-action.types';
import { EmptyFolder } from './empty-folder';
import styles from './file-browser.module.css';
import { FileGrid } from './file-grid';
import { FileSkeleton } from './file-skeleton';
import { FileTable } from './file-table';
import { NextPageLoader, type NextPageState } from './next-page-loader';

export interface FileBrowserProps {
  bucket: string;
  /** Path of the folder in the bucket; "" is the bucket itself. */
  prefix: string;
  entries: readonly FileEntry[];
  view: FilesView;
  state: FilesState;
  privileges: FilePrivileges;
  selection: FileSelection;
  isLoading: boolean;
  nextPage: NextPageState;
  onChange: (change: Partial<FilesState>) => void;
  onAction: (action: PendingAction) => void;
  onUpload: () => void;
}

/** Lists a folder's entries as a table or a grid, with keyboard navigation and drag to folders. */
export function FileBrowser(props: FileBrowserProps) {
  const { bucket, prefix, entries, view, state, privileges, selection, onChange, onAction } = props;
  const dragProps = useEntryDrag(bucket, selection, privileges.update !== false);
  const onKeyDown = useBrowserKeys(props);
  if (props.isLoading) return <FileSkeleton view={view} />;
  if (entries.length === 0) return <EmptyFolder {...props} />;
  const EntryList = view === 'list' ? FileTable : FileGrid;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys apply to the focused links and buttons inside
    <div className={styles.scroll} data-scroller onKeyDown={onKeyDown}>
      <EntryList
        {...{ bucket, prefix, entries, state, privileges, selection, dragProps, onChange, onAction }}
      />
      <NextPageLoader {...props.nextPage} />
    </div>
  );
}

/** Returns the key handler of the entries, and adds its keys to the list of shortcuts. */
function useBrowserKeys({ entries, privileges, selection, onAction }: FileBrowserProps) {
  const canUpdate = privileges.update !== false;
  const canDelete = privileges.delete !== false;
  useShortcutList(selection.isEnabled, canUpdate, canDelete);
  return (event: KeyboardEvent<HTMLDivElement>) => {
    const { target, key } = event;
    if (!(target instanceof Element) || target.closest('[role="menu"]')) return;
    const hasModifier = event.ctrlKey || event.metaKey;
    const focusedPath = target.closest('[data-item]')?.getAttribute('data-item');
    const focused = entries.find((entry) => entry.path === focusedPath);
    const selected = selection.entries;
    if (moveFocus(event.currentTarget, key)) event.preventDefault();
    else if (key === 'F2' && focused && canUpdate) onAction({ kind: 'rename', entry: focused });
    else if (key === 'Delete' && canDelete && selected.length > 0)
      onAction({ kind: 'delete', entries: selected });
    else if (key === 'Delete' && canDelete && focused) onAction({ kind: 'delete', entries: [focused] });
    else if (key === 'Escape' && selected.length > 0) selection.clear();
    else if (!selection.isEnabled) return;
    else if (key === 'x' && focused && !hasModifier) selection.toggle(focused);
    else if (key === 'a' && hasModifier) {
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
