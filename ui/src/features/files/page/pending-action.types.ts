import type { FileEntry } from '@/lib/api.gen';

/** Something that was asked for and waits for an answer in a dialog. */
export type PendingAction =
  | { kind: 'folder' }
  | { kind: 'rename'; entry: FileEntry }
  | { kind: 'move'; entries: readonly FileEntry[] }
  | { kind: 'delete'; entries: readonly FileEntry[] };
