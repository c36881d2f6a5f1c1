import { useQuery } from '@tanstack/react-query';
import { FolderX } from 'lucide-react';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/page-header';
import { useSchema } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { bucketsQuery } from '@/lib/files/buckets';
import { filesMessages } from '../files-messages';
import { type ImportFile, ImportFileContext } from '../preview/import-file';
import { FolderView } from './folder-view';

const messages = filesMessages.page;

export interface FilesPageProps {
  /** Id of the bucket. */
  bucket: string;
  /** The folder's path in the bucket; "" is the bucket itself. */
  prefix: string;
  /** Opens the CSV import with a file. */
  onImport: ImportFile;
}

/** Page of a folder in a bucket. Shows a message if the user can't see the bucket. */
export function FilesPage({ bucket: bucketId, prefix, onImport }: FilesPageProps) {
  const buckets = useQuery(bucketsQuery());
  const bucket = buckets.data?.find(({ id }) => id === bucketId);
  const { role } = useSchema();
  useDocumentTitle(prefix.split('/').pop() || (bucket?.title ?? bucketId));
  if (buckets.data && !bucket) {
    return (
      <>
        <PageHeader crumbs={[{ label: messages.files }]} title={bucketId} />
        <EmptyState icon={<FolderX aria-hidden />} title={messages.bucketNotFound}>
          {messages.bucketNotFoundReason(bucketId, <b>{role}</b>)}
        </EmptyState>
      </>
    );
  }
  return (
    <ImportFileContext value={onImport}>
      <FolderView key={prefix} {...{ bucketId, bucket, prefix }} />
    </ImportFileContext>
  );
}
