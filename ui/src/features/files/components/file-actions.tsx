import { toast } from '@/components/toast';
import { joinPath, parentOf } from '@/lib/file-checks';
import { plural } from '@/lib/format';
import { useMove } from '../api/objects';
import { DeleteDialog } from './delete-dialog';
import type { PendingAction } from './file-actions.types';
import { MoveDialog } from './move-dialog';
import { NameDialog } from './name-dialog';

export interface FileActionsProps {
  bucket: string;
  prefix: string;
  action: PendingAction | null;
  onDone: () => void;
  onCancel: () => void;
  onNewFolder: (name: string) => void;
}

/** The dialogs of the files page: whichever the pending action needs. */
export function FileActions({ bucket, prefix, action, onDone, onCancel, onNewFolder }: FileActionsProps) {
  return (
    <>
      <NameDialog
        open={action?.kind === 'folder'}
        title="New folder"
        help="It comes into being with the first file that you put in it."
        name=""
        confirmLabel="Open it"
        onCancel={onCancel}
        onName={(name) => {
          onDone();
          onNewFolder(name);
        }}
      />
      <RenameDialog bucket={bucket} action={action} onDone={onDone} onCancel={onCancel} />
      <MoveDialog
        bucket={bucket}
        prefix={prefix}
        entries={action?.kind === 'move' ? action.entries : null}
        onDone={onDone}
        onCancel={onCancel}
      />
      <DeleteDialog
        bucket={bucket}
        entries={action?.kind === 'delete' ? action.entries : null}
        onDone={onDone}
        onCancel={onCancel}
      />
    </>
  );
}

type RenameDialogProps = Pick<FileActionsProps, 'bucket' | 'action' | 'onDone' | 'onCancel'>;

function RenameDialog({ bucket, action, onDone, onCancel }: RenameDialogProps) {
  const move = useMove(bucket);
  const entry = action?.kind === 'rename' ? action.entry : null;
  const rename = (name: string) => {
    if (!entry) return;
    move.mutate([{ entry, to: joinPath(parentOf(entry.path), name) }], {
      onSuccess: (count) => {
        toast.done(entry.folder ? `Renamed, with its ${plural(count, 'file')}` : 'Renamed');
        onDone();
      },
    });
  };
  return (
    <NameDialog
      open={entry !== null}
      title={entry?.folder ? 'Rename the folder' : 'Rename the file'}
      help={entry?.folder ? 'Each file in it is moved, one by one.' : undefined}
      name={entry?.name ?? ''}
      confirmLabel="Rename"
      pending={move.isPending}
      error={move.error}
      onCancel={() => {
        move.reset();
        onCancel();
      }}
      onName={rename}
    />
  );
}
