import { File, FileQuestion, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import { getParentPath } from '@/lib/files/file-checks';
import { getFileKind } from '@/lib/files/file-kind';
import { hrefs } from '@/lib/routes';
import { useImage } from '@/lib/use-image';
import styles from './file-field.module.css';
import { PictureDialog } from './picture-dialog';

export interface FileTileProps {
  bucket: string;
  /** The object's path in the bucket. */
  path: string;
  /** Where its bytes are. */
  url: string;
  onReplace: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

/** A file of a record: its picture or its kind, and what can be done with it. */
export function FileTile({ bucket, path, url, onReplace, onRemove }: FileTileProps) {
  const name = path.split('/').at(-1) ?? path;
  const [viewing, setViewing] = useState(false);
  const isPicture = getFileKind({ name, mimeType: '' }) === 'image';
  const filesHref = `${hrefs.files(bucket, getParentPath(path))}?${new URLSearchParams({ file: name })}`;
  const { state, onLoad, onError } = useImage(url);
  const face = isPicture ? (
    <button
      type="button"
      className={styles.picture}
      data-state={state}
      aria-label={`View ${name}`}
      onClick={() => setViewing(true)}
    >
      {state === 'failed' ? (
        <span className={styles.failed}>
          <FileQuestion size={18} aria-hidden /> Can’t be shown
        </span>
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" onLoad={onLoad} onError={onError} />
      )}
    </button>
  ) : (
    <Link href={filesHref} className={styles.picture} data-state="shown" aria-label={`View ${name}`}>
      <File size={20} aria-hidden />
    </Link>
  );
  return (
    <li className={styles.tile}>
      {face}
      <span className={styles.caption}>
        <span className={styles.name} dir="auto" title={path}>
          {name}
        </span>
        {onReplace && (
          <IconButton
            size="sm"
            label={`Replace ${name}`}
            icon={<RefreshCw aria-hidden />}
            onClick={onReplace}
          />
        )}
        {onRemove && (
          <IconButton size="sm" label={`Remove ${name}`} icon={<Trash2 aria-hidden />} onClick={onRemove} />
        )}
      </span>
      <PictureDialog {...{ name, url, filesHref }} open={viewing} onClose={() => setViewing(false)} />
    </li>
  );
}
