import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Spinner } from '@/components/feedback/spinner';
import { Dialog } from '@/components/overlays/dialog';
import { type FileReferences, fileReferencesQuery } from '@/data/relations/file-references';
import { userNameQuery } from '@/data/relations/user-name-query';
import type { FileEntry, FileInfo } from '@/lib/api.gen';
import { useSchema, useUser } from '@/lib/auth/session';
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
    [messages.size, formatSize(info.size)],
    [messages.created, formatDate(info.createdAt)],
    [messages.modified, formatDate(info.updatedAt)],
    [messages.owner, info.ownerId !== null && <Owner id={info.ownerId} />],
    [messages.visibility, isPublic ? messages.public : messages.private],
    [messages.cache, info.cacheControl],
    [messages.etag, info.etag && <code>{info.etag.replaceAll('"', '')}</code>],
    ...listMetadata(info).map(([name, value]): [string, ReactNode] => [name, value]),
  ];
  return (
    <dl className={styles.properties}>
      {rows
        .filter(([, value]) => value !== '' && value !== false)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Returns a size in its unit, with the exact number of bytes. */
function formatSize(bytes: number): string {
  const [short, exact] = [formatBytes(bytes), messages.bytes(formatCount(bytes))];
  return bytes < 1000 ? short : `${short} (${exact})`;
}

/** The name of a user as a link to their row, otherwise their id. */
function Owner({ id }: { id: string }) {
  const user = useUser();
  const { data } = useQuery(userNameQuery(useSchema(), id));
  if (id === '') return messages.noOwner;
  if (!data) return id === user.id ? messages.you : <code>{id}</code>;
  const name = id === user.id ? messages.nameOfYou(data.name) : data.name;
  return data.href === undefined ? name : <Link href={data.href}>{name}</Link>;
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
