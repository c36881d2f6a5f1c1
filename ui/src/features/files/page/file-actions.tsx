import { NameDialog } from '@/components/overlays/name-dialog';
import { toast } from '@/components/overlays/toast';
import { joinPath, nameProblem, parentOf } from '@/lib/files/file-checks';
import { ending } from '@/lib/files/file-kind';
import { plural } from '@/lib/format';
import { useMove } from '../api/objects';
import { DeleteDialog } from '../dialogs/delete-dialog';
import { MoveDialog } from '../dialogs/move-dialog';
import type { PendingAction } from './file-actions.types';

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
        problemOf={nameProblem}
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
      problemOf={(name) => (name === entry?.name ? 'This is its name already.' : nameProblem(name))}
      stemOf={stemLength}
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

/** What one wants to change of a file's name is all but its ending. */
function stemLength(name: string): number {
  const suffix = ending(name);
  return name.length - (suffix === '' ? 0 : suffix.length + 1);
}
