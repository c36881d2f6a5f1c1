import { NameDialog } from '@/components/overlays/name-dialog';
import { toast } from '@/components/overlays/toast';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { getParentPath, joinPath, validateFileName } from '@/lib/files/file-checks';
import { getExtension } from '@/lib/files/file-kind';
import { useMoveFiles } from '../api/file-operations';
import { filesMessages } from '../files-messages';
import type { PendingAction } from '../page/pending-action.types';
import { DeleteFilesDialog } from './delete-files-dialog';
import { MoveFilesDialog } from './move-files-dialog';

const DetailsDialog = lazyComponent(async () => (await import('../details/details-dialog')).DetailsDialog);
const ShareDialog = lazyComponent(async () => (await import('../sharing/share-dialog')).ShareDialog);

export interface FileActionDialogsProps {
  bucket: string;
  isPublic: boolean;
  prefix: string;
  action: PendingAction | null;
  onDone: () => void;
  onCancel: () => void;
  onNewFolder: (name: string) => void;
}

/** The dialogs of the files page. Opens the dialog of the pending action. */
export function FileActionDialogs({
  bucket,
  isPublic,
  prefix,
  action,
  onDone,
  onCancel,
  onNewFolder,
}: FileActionDialogsProps) {
  const messages = filesMessages.newFolderDialog;
  return (
    <>
      <NameDialog
        open={action?.kind === 'create-folder'}
        title={messages.title}
        help={messages.help}
        name=""
        validateName={validateFileName}
        confirmLabel={messages.open}
        onCancel={onCancel}
        onName={(name) => {
          onDone();
          onNewFolder(name);
        }}
      />
      <LazyDialog open={action?.kind === 'details'}>
        <DetailsDialog
          {...{ bucket, isPublic }}
          entry={action?.kind === 'details' ? action.entry : null}
          onClose={onCancel}
        />
      </LazyDialog>
      <LazyDialog open={action?.kind === 'share'}>
        <ShareDialog
          {...{ bucket, isPublic }}
          entry={action?.kind === 'share' ? action.entry : null}
          onClose={onCancel}
        />
      </LazyDialog>
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
  const messages = filesMessages.renameDialog;
  const move = useMoveFiles(bucket);
  const entry = action?.kind === 'rename' ? action.entry : null;
  const rename = (name: string) => {
    if (!entry) return;
    move.mutate([{ entry, newPath: joinPath(getParentPath(entry.path), name) }], {
      onSuccess: (count) => {
        toast.done(entry.folder ? messages.folderRenamed(count) : messages.fileRenamed);
        onDone();
      },
    });
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
