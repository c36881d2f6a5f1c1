import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FolderX, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { DropZone } from '@/components/drop-zone';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { PageHeader } from '@/components/page-header';
import type { Bucket, FilePrivileges } from '@/lib/api.gen';
import { useTitle } from '@/lib/browser/use-title';
import { bucketsQuery } from '@/lib/files/buckets';
import { useSchema } from '@/lib/session';
import { folderQuery } from '../api/folder';
import { FileBrowser } from '../browser/file-browser';
import { below } from '../entries/entry-link';
import { SelectionBar } from '../entries/selection-bar';
import { useSelection } from '../entries/use-selection';
import { PreviewDialog } from '../preview/preview-dialog';
import { droppedFiles } from '../uploads/drop.utils';
import { useUpload } from '../uploads/use-upload';
import { BucketNote } from './bucket-note';
import { crumbsOf } from './crumbs.utils';
import { FileActions } from './file-actions';
import type { PendingAction } from './file-actions.types';
import styles from './files-page.module.css';
import { HeaderActions } from './header-actions';
import { defaultView } from './page-state.utils';
import { Toolbar } from './toolbar';
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
  useTitle(prefix.split('/').pop() || id);
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
  return <Folder key={prefix} id={id} bucket={bucket} prefix={prefix} />;
}

interface FolderProps {
  id: string;
  /** Undefined while it isn't known yet. */
  bucket: Bucket | undefined;
  prefix: string;
}

/** Everything may be tried until the backend says otherwise. */
const unknown: FilePrivileges = { insert: null, update: null, delete: null };

function Folder({ id, bucket, prefix }: FolderProps) {
  const [state, change] = useFilesState();
  const [location, navigate] = useLocation();
  const list = useInfiniteQuery(folderQuery({ bucket: id, prefix, search: state.search, sort: state.sort }));
  const pages = list.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  const privileges = pages[0]?.privileges ?? unknown;
  const selection = useSelection(entries, privileges.update !== false || privileges.delete !== false);
  const [action, setAction] = useState<PendingAction | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload({ id, bucket, prefix, entries });
  const view = state.view ?? defaultView(bucket);
  const folders = prefix.split('/').filter(Boolean);
  const mayAdd = privileges.insert !== false;
  return (
    <>
      <PageHeader
        crumbs={crumbsOf(id, folders)}
        title={folders.at(-1) ?? id}
        beside={<BucketNote bucket={bucket} privileges={privileges} />}
        actions={
          <HeaderActions
            mayAdd={mayAdd}
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
      <Toolbar state={state} view={view} onChange={change} />
      <DropZone
        aria-label="Files"
        enabled={mayAdd}
        label={`Drop into ${folders.at(-1) ?? id}`}
        refusal="Your role may not add files here"
        icon={<Upload size={22} aria-hidden />}
        onFiles={(transfer) => void droppedFiles(transfer).then(upload)}
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
            more={{
              has: list.hasNextPage,
              loading: list.isFetchingNextPage,
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
      <FileActions
        bucket={id}
        prefix={prefix}
        action={action}
        onDone={() => {
          setAction(null);
          selection.none();
        }}
        onCancel={() => setAction(null)}
        onNewFolder={(name) => navigate(`${location}/${encodeURIComponent(name)}`)}
      />
      <PreviewDialog
        bucket={id}
        entries={entries}
        name={state.file}
        below={(entry) => below(entry, prefix)}
        privileges={privileges}
        onShow={(file) => change({ file }, { replace: state.file !== null })}
        onAction={setAction}
      />
    </>
  );
}
