import type { Bucket } from '@/lib/api.gen';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import type { PendingAction } from '../page/pending-action.types';
import { DeleteFilesDialog } from './delete-files-dialog';
import { MoveFilesDialog } from './move-files-dialog';
import { NewFolderDialog } from './new-folder-dialog';
import { RenameDialog } from './rename-dialog';

const DetailsDialog = lazyComponent(async () => (await import('../details/details-dialog')).DetailsDialog);
const ShareDialog = lazyComponent(async () => (await import('../sharing/share-dialog')).ShareDialog);

export interface FileActionDialogsProps {
  bucketId: string;
  /** Undefined while the bucket is not loaded. */
  bucket: Bucket | undefined;
  prefix: string;
  action: PendingAction | null;
  onDone: () => void;
  onCancel: () => void;
  onNewFolder: (name: string) => void;
}

/** The dialogs of the files page. Opens the dialog of the pending action. */
export function FileActionDialogs(props: FileActionDialogsProps) {
  const { bucketId, bucket: settings, prefix, action, onDone, onCancel, onNewFolder } = props;
  const bucket = bucketId;
  const isPublic = settings?.public ?? false;
  return (
    <>
      <NewFolderDialog
        {...{ bucketId, prefix, onCancel }}
        bucket={settings}
        open={action?.kind === 'create-folder'}
        onCreated={(name) => {
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
      <RenameDialog
        bucket={bucket}
        entry={action?.kind === 'rename' ? action.entry : null}
        {...{ onDone, onCancel }}
      />
      <MoveFilesDialog
        kind={action?.kind === 'copy' ? 'copy' : 'move'}
        bucket={bucket}
        bucketTitle={settings?.title ?? bucket}
        prefix={prefix}
        entries={action?.kind === 'move' || action?.kind === 'copy' ? action.entries : null}
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
