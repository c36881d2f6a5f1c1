import type { FileEntry } from '@/lib/api.gen';

/** An action that a dialog asks the user to confirm or complete. */
export type PendingAction =
  | { kind: 'create-folder' }
  | { kind: 'rename'; entry: FileEntry }
  | { kind: 'share'; entry: FileEntry }
  | { kind: 'details'; entry: FileEntry }
  | { kind: 'move' | 'copy'; entries: readonly FileEntry[] }
  | { kind: 'delete'; entries: readonly FileEntry[] };
