import { NameDialog } from '@/components/overlays/name-dialog';
import { toast } from '@/components/overlays/toast';
import { getParentPath, joinPath, validateFileName } from '@/lib/files/file-checks';
import { getExtension } from '@/lib/files/file-kind';
import { formatPlural } from '@/lib/format';
import { useMoveFiles } from '../api/file-operations';
import { DeleteFilesDialog } from '../dialogs/delete-files-dialog';
import { MoveFilesDialog } from '../dialogs/move-files-dialog';
import type { PendingAction } from './pending-action.types';

export interface FileActionDialogsProps {
  bucket: string;
  prefix: string;
  action: PendingAction | null;
  onDone: () => void;
  onCancel: () => void;
  onNewFolder: (name: string) => void;
}

/** The dialogs of the files page: whichever the pending action needs. */
export function FileActionDialogs({
  bucket,
  prefix,
  action,
  onDone,
  onCancel,
  onNewFolder,
}: FileActionDialogsProps) {
  return (
    <>
      <NameDialog
        open={action?.kind === 'folder'}
        title="New folder"
        help="It comes into being with the first file that you put in it."
        name=""
        validateName={validateFileName}
        confirmLabel="Open it"
        onCancel={onCancel}
        onName={(name) => {
          onDone();
          onNewFolder(name);
        }}
      />
      <RenameDialog bucket={bucket} action={action} onDone={onDone} onCancel={onCancel} />
      <MoveFilesDialog
        bucket={bucket}
        prefix={prefix}
        entries={action?.kind === 'move' ? action.entries : null}
        onDone={onDone}
        onCancel={onCancel}
      />
      <DeleteFilesDialog
        bucket={bucket}
        entries={action?.kind === 'delete' ? action.entries : null}
        onDone={onDone}
        onCancel={onCancel}
      />
    </>
  );
}

type RenameDialogProps = Pick<FileActionDialogsProps, 'bucket' | 'action' | 'onDone' | 'onCancel'>;

function RenameDialog({ bucket, action, onDone, onCancel }: RenameDialogProps) {
  const move = useMoveFiles(bucket);
  const entry = action?.kind === 'rename' ? action.entry : null;
  const rename = (name: string) => {
    if (!entry) return;
    move.mutate([{ entry, newPath: joinPath(getParentPath(entry.path), name) }], {
      onSuccess: (count) => {
        toast.done(entry.folder ? `Renamed, with its ${formatPlural(count, 'file')}` : 'Renamed');
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
      validateName={(name) => (name === entry?.name ? 'This is its name already.' : validateFileName(name))}
      getStemLength={getStemLength}
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
function getStemLength(name: string): number {
  const suffix = getExtension(name);
  return name.length - (suffix === '' ? 0 : suffix.length + 1);
}
