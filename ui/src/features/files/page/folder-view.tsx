import { Upload } from 'lucide-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { CameraInput } from '@/components/controls/camera-input';
import { DropZone } from '@/components/drop-zone';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { toast } from '@/components/overlays/toast';
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
import { HeaderActions } from './header-actions';
import type { PendingAction } from './pending-action.types';
import { FilesToolbar } from './toolbar/files-toolbar';
import { SearchStatus } from './toolbar/search-status';
import { SortingStatus } from './toolbar/sorting-status';
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
  const location = usePathname();
  const [, navigate] = useLocation();
  const folder = useFolder({ bucket: bucketId, prefix, search: state.search, sort: state.sort });
  const view = state.view ?? getDefaultView(bucket);
  const { privileges } = folder;
  const canChange = privileges.update !== false || privileges.delete !== false;
  const entries = useSortedEntries(view, folder.entries);
  const selection = useFileSelection(entries, folder.nextPage, canChange);
  const [action, setAction] = useState<PendingAction | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const drag = useEntryDrag(bucketId, selection, privileges.update !== false);
  const upload = useFolderUpload({ bucketId, bucket, prefix, entries });
  const title = prefix.split('/').filter(Boolean).at(-1) ?? bucket?.title ?? bucketId;
  usePastedFiles(privileges.insert !== false, upload);
  return (
    <>
      <FolderHead
        {...{ bucketId, bucket, prefix, privileges, title }}
        createTargetProps={drag.createTargetProps}
        fileInput={fileInput}
        onFiles={upload}
        onNewFolder={() => setAction({ kind: 'create-folder' })}
      />
      <FilesToolbar state={state} view={view} onChange={changeState} />
      <FolderStatus
        {...{ bucketId, prefix, title, state, folder }}
        entryCount={entries.length}
        onChange={changeState}
      />
      <FolderContent
        {...{ bucketId, bucket, prefix, title, state, view, folder, entries, selection }}
        dragProps={drag.createEntryProps}
        {...{ onChange: changeState, onAction: setAction, onFiles: upload }}
        onChooseFiles={() => fileInput.current?.click()}
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

/** Returns the entries in the order of the view: tiles show the folders before the files. */
function useSortedEntries(view: FilesView, entries: readonly FileEntry[]): readonly FileEntry[] {
  return useMemo(() => (view === 'grid' ? putFoldersFirst(entries) : entries), [view, entries]);
}

interface FolderHeadProps extends FolderViewProps {
  privileges: Folder['privileges'];
  title: string;
  createTargetProps: EntryDrag['createTargetProps'];
  fileInput: RefObject<HTMLInputElement | null>;
  onFiles: FileInputProps['onFiles'];
  onNewFolder: () => void;
}

/** The title of the folder with the buttons that add files, and the hidden fields that these open. */
function FolderHead(props: FolderHeadProps) {
  const { bucketId, bucket, prefix, privileges, title, createTargetProps, fileInput, onFiles, onNewFolder } =
    props;
  const camera = useRef<HTMLInputElement>(null);
  return (
    <>
      <PageHeader
        crumbs={buildCrumbs(
          bucketId,
          bucket?.title ?? bucketId,
          prefix.split('/').filter(Boolean),
          createTargetProps,
        )}
        title={title}
        titleAddon={<BucketNote bucket={bucket} privileges={privileges} />}
        actions={
          <HeaderActions
            canAdd={privileges.insert !== false}
            onUpload={() => fileInput.current?.click()}
            onTakePhoto={acceptsPhotos(bucket) ? () => camera.current?.click() : undefined}
            onNewFolder={onNewFolder}
          />
        }
      />
      <FileInput ref={fileInput} bucket={bucket} onFiles={onFiles} />
      <PhotoInput ref={camera} onFiles={onFiles} />
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

/** The hidden field that opens the camera. Names the photos by the time. */
function PhotoInput({ ref, onFiles }: Pick<FileInputProps, 'ref' | 'onFiles'>) {
  return (
    <CameraInput
      ref={ref}
      label={messages.takePhoto}
      onFiles={(photos) =>
        onFiles(photos.map((file) => ({ file, path: nameFile(file, uploadsMessages.photo, new Date()) })))
      }
    />
  );
}

interface FolderStatusProps extends Pick<FolderViewProps, 'bucketId' | 'prefix'> {
  title: string;
  state: FilesState;
  folder: Folder;
  entryCount: number;
  onChange: ReturnType<typeof useFilesState>[1];
}

/** The progress of a search or of sorting by time, if the folder is searched or sorted. */
function FolderStatus({ bucketId, prefix, title, state, folder, entryCount, onChange }: FolderStatusProps) {
  const [, navigate] = useLocation();
  return (
    <>
      {folder.search && (
        <SearchStatus
          {...folder.search}
          found={entryCount}
          folder={title}
          onSearchBucket={
            prefix === ''
              ? undefined
              : () => navigate(hrefs.files(bucketId) + formatFilesState({ ...state, file: null }))
          }
        />
      )}
      {folder.sortedCount !== null && (
        <SortingStatus
          folder={title}
          count={folder.sortedCount}
          onSortByName={() => onChange({ sort: 'name.asc' }, { replace: true })}
        />
      )}
    </>
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
      onFiles={(transfer) =>
        void listDroppedFiles(transfer).then(props.onFiles, (error: unknown) =>
          toast.error(error, messages.dropFailed),
        )
      }
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
        isSearch={folder.search !== null}
        loadedCount={entries.length}
      />
    </DropZone>
  );
}
