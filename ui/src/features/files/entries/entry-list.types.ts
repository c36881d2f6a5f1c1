import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import type { FilesState } from '../page/files-state.utils';
import type { PendingAction } from '../page/pending-action.types';
import type { EntryDrag } from './use-entry-drag';
import type { FileSelection } from './use-file-selection';

/** Props of FileTable and FileGrid. They render only the lines near the visible part. */
export interface EntryListProps {
  bucket: string;
  prefix: string;
  entries: readonly FileEntry[];
  state: FilesState;
  privileges: FilePrivileges;
  selection: FileSelection;
  /** The index of the entry that stays rendered; -1 if none. */
  focusedIndex: number;
  /** Reports the number of cards in a line of the grid. */
  onColumnsChange: (columns: number) => void;
  dragProps: EntryDrag['createEntryProps'];
  onChange: (change: Partial<FilesState>) => void;
  onAction: (action: PendingAction) => void;
}
