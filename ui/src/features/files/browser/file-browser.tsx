import { FolderOpen, SearchX, Upload } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { useShortcut } from '@/lib/browser/shortcuts';
import { useSchema } from '@/lib/session';
import { moveFocus } from '../entries/arrow-keys.utils';
import { useEntryDrag } from '../entries/use-entry-drag';
import type { FileSelection } from '../entries/use-file-selection';
import type { FilesState, FilesView } from '../page/files-state.utils';
import type { PendingAction } from '../page/pending-action.types';
import styles from './file-browser.module.css';
import { FileGrid } from './file-grid';
import { FileSkeleton } from './file-skeleton';
import { FileTable } from './file-table';
import { NextPageLoader, type NextPageState } from './next-page-loader';

export interface FileBrowserProps {
  bucket: string;
  prefix: string;
  entries: readonly FileEntry[];
  view: FilesView;
  state: FilesState;
  privileges: FilePrivileges;
  selection: FileSelection;
  pending: boolean;
  nextPage: NextPageState;
  onChange: (change: Partial<FilesState>) => void;
  onAction: (action: PendingAction) => void;
  onUpload: () => void;
}

/** What is in a folder, and the keys that work in it. */
export function FileBrowser(props: FileBrowserProps) {
  const { bucket, entries, view, state, privileges, selection, pending, nextPage, onChange, onAction } =
    props;
  const mayChange = privileges.update !== false;
  const mayDelete = privileges.delete !== false;
  const dragProps = useEntryDrag(bucket, selection, mayChange);
  useBrowserShortcuts(selection.isEnabled, mayChange, mayDelete);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest('[role="menu"]')) return;
    const path =
      event.target instanceof Element && event.target.closest('[data-item]')?.getAttribute('data-item');
    const entry = entries.find((candidate) => candidate.path === path);
    if (moveFocus(event.currentTarget, event.key)) event.preventDefault();
    else if (event.key === 'F2' && entry && mayChange) onAction({ kind: 'rename', entry });
    else if (event.key === 'Delete' && mayDelete && (entry || selection.entries.length > 0)) {
      onAction({
        kind: 'delete',
        entries: selection.entries.length > 0 ? selection.entries : entry ? [entry] : [],
      });
    } else if (event.key === 'Escape' && selection.entries.length > 0) selection.clear();
    else if (!selection.isEnabled) return;
    else if (event.key === 'x' && entry && !event.ctrlKey && !event.metaKey) selection.toggle(entry);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.selectAll();
    }
  };

  if (pending) return <FileSkeleton view={view} />;
  if (entries.length === 0) return <EmptyFolder {...props} />;
  const Entries = view === 'list' ? FileTable : FileGrid;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are for the links and buttons inside, which have the focus
    <div className={styles.scroll} onKeyDown={onKeyDown}>
      <Entries
        bucket={bucket}
        prefix={props.prefix}
        entries={entries}
        state={state}
        privileges={privileges}
        selection={selection}
        dragProps={dragProps}
        onChange={onChange}
        onAction={onAction}
      />
      <NextPageLoader {...nextPage} />
    </div>
  );
}

/** Handled by onKeyDown above, where the focused entry is known; listed for the sheet. */
function useBrowserShortcuts(maySelect: boolean, mayChange: boolean, mayDelete: boolean) {
  const group = 'Files';
  useShortcut({ keys: 'x', label: 'Select or unselect', group }, undefined, { enabled: maySelect });
  useShortcut({ keys: 'mod+a', label: 'Select all', group }, undefined, { enabled: maySelect });
  useShortcut({ keys: 'F2', label: 'Rename', group }, undefined, { enabled: mayChange });
  useShortcut({ keys: 'delete', label: 'Delete', group }, undefined, { enabled: mayDelete });
}

function EmptyFolder({ state, prefix, privileges, onChange, onUpload }: FileBrowserProps) {
  const { role } = useSchema();
  if (state.search !== '') {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={`Nothing here is called “${state.search}”`}
        action={<Button onClick={() => onChange({ search: '' })}>Clear the search</Button>}
      />
    );
  }
  const place = prefix === '' ? 'bucket' : 'folder';
  if (privileges.insert === false) {
    return (
      <EmptyState icon={<FolderOpen aria-hidden />} title={`There is nothing in this ${place} for you`}>
        Your role <b>{role}</b> may not add files here, and sees only those that a policy shows it. If you
        expected some, ask the owner of this workspace.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<FolderOpen aria-hidden />}
      title={`Nothing in this ${place} yet`}
      action={
        <Button variant="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
          Upload files
        </Button>
      }
    >
      {prefix === ''
        ? 'Drop files here, or choose some.'
        : 'Drop files here, or choose some. A folder comes into being with its first file, and goes with its last.'}
    </EmptyState>
  );
}
