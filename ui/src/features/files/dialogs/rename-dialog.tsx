import { NameDialog } from '@/components/overlays/name-dialog';
import { toast } from '@/components/overlays/toast';
import type { FileEntry } from '@/lib/api.gen';
import { getParentPath, joinPath, validateFileName } from '@/lib/files/file-checks';
import { getExtension } from '@/lib/files/file-kind';
import { useMoveFile } from '../api/file-operations';
import { filesMessages } from '../files-messages';
import { fileJobs } from '../jobs/file-jobs';

const messages = filesMessages.renameDialog;

export interface RenameDialogProps {
  bucket: string;
  /** The file or folder; null closes the dialog. */
  entry: FileEntry | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Asks for a new name. Shows why a file was not renamed; a folder is renamed by a job. */
export function RenameDialog({ bucket, entry, onDone, onCancel }: RenameDialogProps) {
  const move = useMoveFile(bucket);
  const rename = (name: string) => {
    if (!entry) return;
    const [from, to] = [entry.path, joinPath(getParentPath(entry.path), name)];
    if (entry.folder) {
      fileJobs.start({ kind: 'move', bucket, sources: [{ path: from, isFolder: true, newPath: to }] });
      return onDone();
    }
    const undo = () =>
      move.mutate(
        { from: to, to: from },
        {
          onSuccess: () => toast.done(messages.undone),
          onError: (error) => toast.error(error, messages.undoFailed),
        },
      );
    const onSuccess = () => {
      toast.done(messages.fileRenamed, { label: messages.undo, onClick: undo });
      onDone();
    };
    move.mutate({ from, to }, { onSuccess });
  };
  return (
    <NameDialog
      open={entry !== null}
      title={entry?.folder ? messages.folderTitle : messages.fileTitle}
      help={entry?.folder ? messages.folderHelp : undefined}
      name={entry?.name ?? ''}
      validateName={(name) => (name === entry?.name ? messages.nameUnchanged : validateFileName(name))}
      getStemLength={getStemLength}
      confirmLabel={messages.rename}
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

/** Returns the length of a file's name without its extension and the dot before it. */
function getStemLength(name: string): number {
  const extension = getExtension(name);
  return name.length - (extension === '' ? 0 : extension.length + 1);
}
