import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { Dialog } from '@/components/overlays/dialog';
import { type FileReferences, fileReferencesQuery } from '@/data/relations/file-references';
import type { FileEntry, FileInfo } from '@/lib/api.gen';
import { useSchema } from '@/lib/auth/session';
import { formatBytes, formatCount, formatDateTime } from '@/lib/text/format';
import { fileInfoQuery } from '../api/file-info';
import styles from './details-dialog.module.css';
import { detailsMessages as messages } from './details-messages';

export interface DetailsDialogProps {
  bucket: string;
  isPublic: boolean;
  /** The file; null closes the dialog. */
  entry: FileEntry | null;
  onClose: () => void;
}

/** Shows the properties of a file, who can see it, and the rows that refer to it. */
export function DetailsDialog({ bucket, isPublic, entry, onClose }: DetailsDialogProps) {
  return (
    <Dialog
      open={entry !== null}
      onOpenChange={(open) => !open && onClose()}
      title={messages.title(entry?.name ?? '')}
      size="md"
    >
      {entry && <Details {...{ bucket, isPublic, entry }} />}
    </Dialog>
  );
}

interface DetailsProps extends Pick<DetailsDialogProps, 'bucket' | 'isPublic'> {
  entry: FileEntry;
}

function Details({ bucket, isPublic, entry }: DetailsProps) {
  const schema = useSchema();
  const info = useQuery(fileInfoQuery(bucket, entry));
  const references = useQuery(fileReferencesQuery(schema, bucket, entry.path));
  if (info.error) return <ErrorNotice error={info.error} onRetry={() => void info.refetch()} />;
  if (!info.data) return <Spinner label={messages.loading} />;
  return (
    <>
      <Properties info={info.data} {...{ bucket, isPublic }} />
      <section className={styles.references} aria-label={messages.references}>
        <h3>{messages.references}</h3>
        {references.error && (
          <ErrorNotice error={references.error} onRetry={() => void references.refetch()} />
        )}
        {references.isPending && <Spinner label={messages.loadingReferences} />}
        {references.data && <References {...references.data} />}
      </section>
    </>
  );
}

interface PropertiesProps extends Pick<DetailsProps, 'bucket' | 'isPublic'> {
  info: FileInfo;
}

function Properties({ info, bucket, isPublic }: PropertiesProps) {
  const rows: [label: string, value: ReactNode][] = [
    [messages.originalName, info.originalName],
    [messages.location, `${bucket}/${info.path}`],
    [messages.type, info.mimeType],
    [messages.size, `${formatBytes(info.size)} (${messages.bytes(formatCount(info.size))})`],
    [messages.created, formatDate(info.createdAt)],
    [messages.modified, formatDate(info.updatedAt)],
    [messages.visibility, isPublic ? messages.public : messages.private],
    [messages.cache, info.cacheControl],
    [messages.etag, info.etag && <code>{info.etag.replaceAll('"', '')}</code>],
    ...listMetadata(info).map(([name, value]): [string, ReactNode] => [name, value]),
  ];
  return (
    <dl className={styles.properties}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Returns the user metadata, without the original name, which has a row of its own. */
function listMetadata({ metadata }: FileInfo): [name: string, value: string][] {
  if (typeof metadata !== 'object' || metadata === null) return [];
  return Object.entries(metadata)
    .filter(([name]) => name !== 'originalName')
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

function formatDate(text: string | null): string {
  return text === null ? '' : formatDateTime(new Date(text));
}

function References({ rows, hasColumns, hasMore }: FileReferences) {
  if (!hasColumns) return <p className={styles.none}>{messages.noColumns}</p>;
  if (rows.length === 0) return <p className={styles.none}>{messages.noReferences}</p>;
  return (
    <>
      <ul>
        {rows.map(({ table, column, title, href }) => (
          <li key={`${table} ${column} ${href ?? title}`}>
            {href === undefined ? (
              <span dir="auto">{title}</span>
            ) : (
              <Link href={href} dir="auto">
                {title}
              </Link>
            )}
            <small>{messages.source(table, column)}</small>
          </li>
        ))}
      </ul>
      {hasMore && <p className={styles.none}>{messages.moreReferences}</p>}
    </>
  );
}
