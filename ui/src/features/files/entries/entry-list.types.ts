import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import type { PendingAction } from '../page/file-actions.types';
import type { FilesState } from '../page/page-state.utils';
import type { useDragEntries } from './use-drag-entries';
import type { Selection } from './use-selection';

/** What FileList and FileGrid show, each in its way. */
export interface EntryListProps {
  bucket: string;
  prefix: string;
  entries: readonly FileEntry[];
  state: FilesState;
  privileges: FilePrivileges;
  selection: Selection;
  dragProps: ReturnType<typeof useDragEntries>;
  onChange: (change: Partial<FilesState>) => void;
  onAction: (action: PendingAction) => void;
}
