import { Upload } from 'lucide-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CameraInput } from '@/components/controls/camera-input';
import { DropZone } from '@/components/drop-zone';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { PageHeader } from '@/components/page-header';
import type { Bucket, FileEntry } from '@/lib/api.gen';
import { acceptsPhotos } from '@/lib/files/file-checks';
import { hrefs } from '@/lib/routes';
import { FileBrowser } from '../browser/file-browser';
import { FileActionDialogs } from '../dialogs/file-action-dialogs';
import { getRelativePath } from '../entries/entry-link';
import { putFoldersFirst } from '../entries/entry-order.utils';
import { SelectionBar } from '../entries/selection-bar';
import { type EntryDrag, useEntryDrag } from '../entries/use-entry-drag';
import { type FileSelection, useFileSelection } from '../entries/use-file-selection';
import { filesMessages } from '../files-messages';
import { PreviewDialog } from '../preview/preview-dialog';
import { type LocalFile, listDroppedFiles, listLocalFiles, nameFile } from '../uploads/dropped-files.utils';
import { uploadsMessages } from '../uploads/uploads-messages';
import { useFolderUpload } from '../uploads/use-folder-upload';
import { usePastedFiles } from '../uploads/use-pasted-files';
import { BucketNote } from './bucket-note';
import { buildCrumbs } from './crumbs.utils';
import styles from './files-page.module.css';
import { type FilesState, type FilesView, formatFilesState, getDefaultView } from './files-state.utils';
import { FilesToolbar } from './files-toolbar';
import { HeaderActions } from './header-actions';
import type { PendingAction } from './pending-action.types';
import { SearchStatus } from './search-status';
import { useFilesState } from './use-files-state';
import { type Folder, useFolder } from './use-folder';

const messages = filesMessages.page;

export interface FolderViewProps {
  bucketId: string;
  /** Undefined while the bucket is not loaded. */
  bucket: Bucket | undefined;
  prefix: string;
}

/** Shows a folder with its entries, uploads, actions and file preview. */
export function FolderView({ bucketId, bucket, prefix }: FolderViewProps) {
  const [state, changeState] = useFilesState();
  const [location, navigate] = useLocation();
  const folder = useFolder({ bucket: bucketId, prefix, search: state.search, sort: state.sort });
  const view = state.view ?? getDefaultView(bucket);
  const entries = useMemo(
    () => (view === 'grid' ? putFoldersFirst(folder.entries) : folder.entries),
    [view, folder.entries],
  );
  const { privileges } = folder;
  const selection = useFileSelection(
    entries,
    folder.nextPage,
    privileges.update !== false || privileges.delete !== false,
  );
  const [action, setAction] = useState<PendingAction | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const drag = useEntryDrag(bucketId, selection, privileges.update !== false);
  const upload = useFolderUpload({ bucketId, bucket, prefix, entries });
  const folderNames = prefix.split('/').filter(Boolean);
  const bucketTitle = bucket?.title ?? bucketId;
  const title = folderNames.at(-1) ?? bucketTitle;
  const chooseFiles = () => fileInput.current?.click();
  const camera = useRef<HTMLInputElement>(null);
  usePastedFiles(privileges.insert !== false, upload);
  return (
    <>
      <PageHeader
        crumbs={buildCrumbs(bucketId, bucketTitle, folderNames, drag.createTargetProps)}
        title={title}
        titleAddon={<BucketNote bucket={bucket} privileges={privileges} />}
        actions={
          <HeaderActions
            canAdd={privileges.insert !== false}
            onUpload={chooseFiles}
            onTakePhoto={acceptsPhotos(bucket) ? () => camera.current?.click() : undefined}
            onNewFolder={() => setAction({ kind: 'create-folder' })}
          />
        }
      />
      <FileInput ref={fileInput} bucket={bucket} onFiles={upload} />
      <CameraInput
        ref={camera}
        label={messages.takePhoto}
        onFiles={(photos) =>
          upload(photos.map((file) => ({ file, path: nameFile(file, uploadsMessages.photo, new Date()) })))
        }
      />
      <FilesToolbar state={state} view={view} onChange={changeState} />
      {folder.search && (
        <SearchStatus
          {...folder.search}
          found={entries.length}
          folder={title}
          onSearchBucket={
            prefix === ''
              ? undefined
              : () => navigate(hrefs.files(bucketId) + formatFilesState({ ...state, file: null }))
          }
        />
      )}
      <FolderContent
        {...{ bucketId, bucket, prefix, title, state, view, folder, entries, selection }}
        dragProps={drag.createEntryProps}
        onChange={changeState}
        onAction={setAction}
        onChooseFiles={chooseFiles}
        onFiles={upload}
      />
      <FileActionDialogs
        {...{ bucketId, bucket, prefix, action }}
        onDone={() => {
          setAction(null);
          selection.clear();
        }}
        onCancel={() => setAction(null)}
        onNewFolder={(name) => navigate(`${location}/${encodeURIComponent(name)}`)}
      />
      <PreviewDialog
        bucket={bucketId}
        entries={entries}
        relativePath={state.file}
        getRelativePath={(entry) => getRelativePath(entry, prefix)}
        privileges={privileges}
        onShow={(file) => changeState({ file }, { replace: state.file !== null })}
        onAction={setAction}
      />
    </>
  );
}

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  bucket: Bucket | undefined;
  onFiles: (files: readonly LocalFile[]) => void;
}

function FileInput({ ref, bucket, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={messages.chooseFiles}
      accept={bucket?.allowedMimeTypes.join(',') || undefined}
      onChange={(event) => {
        onFiles(listLocalFiles([...(event.target.files ?? [])]));
        event.target.value = '';
      }}
    />
  );
}

interface FolderContentProps extends FolderViewProps {
  title: string;
  state: FilesState;
  view: FilesView;
  folder: Folder;
  /** The entries of the folder, in the order of the view. */
  entries: readonly FileEntry[];
  selection: FileSelection;
  dragProps: EntryDrag['createEntryProps'];
  onChange: (change: Partial<FilesState>) => void;
  onAction: (action: PendingAction) => void;
  onChooseFiles: () => void;
  onFiles: (files: readonly LocalFile[]) => void;
}

/** The entries of a folder, or why they could not be loaded. Accepts dropped files. */
function FolderContent(props: FolderContentProps) {
  const { bucketId, prefix, title, state, view, folder, entries, selection, onChange, onAction } = props;
  const { privileges } = folder;
  return (
    <DropZone
      aria-label={messages.files}
      enabled={privileges.insert !== false}
      label={messages.dropLabel(title)}
      disabledLabel={messages.dropNotAllowed}
      icon={<Upload size={22} aria-hidden />}
      onFiles={(transfer) => void listDroppedFiles(transfer).then(props.onFiles)}
    >
      {folder.error !== null && entries.length === 0 ? (
        <div className={styles.failed}>
          <ErrorNotice error={folder.error} onRetry={folder.retry} retrying={folder.isRetrying} />
        </div>
      ) : (
        <FileBrowser
          {...{ prefix, entries, view, state, privileges, selection, onChange, onAction }}
          bucket={bucketId}
          dragProps={props.dragProps}
          isLoading={folder.isLoading}
          nextPage={folder.nextPage}
          onUpload={props.onChooseFiles}
        />
      )}
      <SelectionBar
        bucket={bucketId}
        {...{ prefix, selection, privileges, onAction }}
        loadedCount={entries.length}
      />
    </DropZone>
  );
}
