import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FolderX, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { DropZone } from '@/components/drop-zone';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { PageHeader } from '@/components/page-header';
import type { Bucket, FilePrivileges } from '@/lib/api.gen';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { bucketsQuery } from '@/lib/files/buckets';
import { useSchema } from '@/lib/session';
import { folderQuery } from '../api/folder';
import { FileBrowser } from '../browser/file-browser';
import { getRelativePath } from '../entries/entry-link';
import { SelectionBar } from '../entries/selection-bar';
import { useFileSelection } from '../entries/use-file-selection';
import { PreviewDialog } from '../preview/preview-dialog';
import { listDroppedFiles } from '../uploads/dropped-files.utils';
import { useFolderUpload } from '../uploads/use-folder-upload';
import { BucketNote } from './bucket-note';
import { buildCrumbs } from './crumbs.utils';
import { FileActionDialogs } from './file-action-dialogs';
import styles from './files-page.module.css';
import { getDefaultView } from './files-state.utils';
import { FilesToolbar } from './files-toolbar';
import { HeaderActions } from './header-actions';
import type { PendingAction } from './pending-action.types';
import { useFilesState } from './use-files-state';

export interface FilesPageProps {
  bucket: string;
  /** The folder's path in the bucket; "" is the bucket itself. */
  prefix: string;
}

/** A bucket, as folders and files. */
export function FilesPage({ bucket: id, prefix }: FilesPageProps) {
  const buckets = useQuery(bucketsQuery());
  const bucket = buckets.data?.find((candidate) => candidate.id === id);
  const { role } = useSchema();
  useDocumentTitle(prefix.split('/').pop() || id);
  if (buckets.data && !bucket) {
    return (
      <>
        <PageHeader crumbs={[{ label: 'Files' }]} title={id} />
        <EmptyState icon={<FolderX aria-hidden />} title="There is no such bucket for you">
          Either no bucket is called “{id}”, or the role <b>{role}</b> can’t see it. Ask the owner of this
          workspace for a policy on <code>storage.buckets</code> that lets you.
        </EmptyState>
      </>
    );
  }
  return <FolderView key={prefix} id={id} bucket={bucket} prefix={prefix} />;
}

interface FolderViewProps {
  id: string;
  /** Undefined while it isn't known yet. */
  bucket: Bucket | undefined;
  prefix: string;
}

/** Everything may be tried until the backend says otherwise. */
const unknownPrivileges: FilePrivileges = { insert: null, update: null, delete: null };

function FolderView({ id, bucket, prefix }: FolderViewProps) {
  const [state, change] = useFilesState();
  const [location, navigate] = useLocation();
  const list = useInfiniteQuery(folderQuery({ bucket: id, prefix, search: state.search, sort: state.sort }));
  const pages = list.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const privileges = pages[0]?.privileges ?? unknownPrivileges;
  const selection = useFileSelection(entries, privileges.update !== false || privileges.delete !== false);
  const [action, setAction] = useState<PendingAction | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = useFolderUpload({ id, bucket, prefix, entries });
  const view = state.view ?? getDefaultView(bucket);
  const folders = prefix.split('/').filter(Boolean);
  const mayAdd = privileges.insert !== false;
  return (
    <>
      <PageHeader
        crumbs={buildCrumbs(id, folders)}
        title={folders.at(-1) ?? id}
        titleAddon={<BucketNote bucket={bucket} privileges={privileges} />}
        actions={
          <HeaderActions
            canAdd={mayAdd}
            onUpload={() => input.current?.click()}
            onNewFolder={() => setAction({ kind: 'folder' })}
          />
        }
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        accept={bucket?.allowedMimeTypes.join(',') || undefined}
        onChange={(event) => {
          upload([...(event.target.files ?? [])].map((file) => ({ file, path: file.name })));
          event.target.value = '';
        }}
      />
      <FilesToolbar state={state} view={view} onChange={change} />
      <DropZone
        aria-label="Files"
        enabled={mayAdd}
        label={`Drop into ${folders.at(-1) ?? id}`}
        disabledLabel="Your role may not add files here"
        icon={<Upload size={22} aria-hidden />}
        onFiles={(transfer) => void listDroppedFiles(transfer).then(upload)}
      >
        {list.isError && entries.length === 0 ? (
          <div className={styles.failed}>
            <ErrorNotice error={list.error} onRetry={() => list.refetch()} retrying={list.isFetching} />
          </div>
        ) : (
          <FileBrowser
            bucket={id}
            prefix={prefix}
            entries={entries}
            view={view}
            state={state}
            privileges={privileges}
            selection={selection}
            pending={list.isPending}
            nextPage={{
              hasNext: list.hasNextPage,
              isLoading: list.isFetchingNextPage,
              error: list.isFetchNextPageError ? list.error : null,
              load: () => list.fetchNextPage(),
            }}
            onChange={change}
            onAction={setAction}
            onUpload={() => input.current?.click()}
          />
        )}
        <SelectionBar selection={selection} privileges={privileges} onAction={setAction} />
      </DropZone>
      <FileActionDialogs
        bucket={id}
        prefix={prefix}
        action={action}
        onDone={() => {
          setAction(null);
          selection.clear();
        }}
        onCancel={() => setAction(null)}
        onNewFolder={(name) => navigate(`${location}/${encodeURIComponent(name)}`)}
      />
      <PreviewDialog
        bucket={id}
        entries={entries}
        relativePath={state.file}
        getRelativePath={(entry) => getRelativePath(entry, prefix)}
        privileges={privileges}
        onShow={(file) => change({ file }, { replace: state.file !== null })}
        onAction={setAction}
      />
    </>
  );
}
