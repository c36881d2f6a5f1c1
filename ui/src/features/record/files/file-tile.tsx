import { File, FileQuestion, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import { useImage } from '@/lib/display/use-image';
import { getParentPath } from '@/lib/files/file-checks';
import { getFileKind } from '@/lib/files/file-kind';
import { hrefs } from '@/lib/routes';
import { recordMessages } from '../record-messages';
import styles from './file-field.module.css';
import { PictureDialog } from './picture-dialog';

const messages = recordMessages.files;

export interface FileTileProps {
  bucket: string;
  /** The object's path in the bucket. */
  path: string;
  /** The address of the file's content. */
  url: string;
  onReplace: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

/** A file of a record: its picture or an icon, its name, and buttons to replace or remove it. */
export function FileTile({ bucket, path, url, onReplace, onRemove }: FileTileProps) {
  const name = path.split('/').at(-1) ?? path;
  const [isOpen, setOpen] = useState(false);
  const isPicture = getFileKind({ name, mimeType: '' }) === 'image';
  const filesHref = `${hrefs.files(bucket, getParentPath(path))}?${new URLSearchParams({ file: name })}`;
  const { state, onLoad, onError } = useImage(url);
  const preview = isPicture ? (
    <button
      type="button"
      className={styles.picture}
      data-state={state}
      aria-label={messages.view(name)}
      onClick={() => setOpen(true)}
    >
      {state === 'failed' ? (
        <span className={styles.failed}>
          <FileQuestion size={18} aria-hidden /> {messages.noPreview}
        </span>
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" onLoad={onLoad} onError={onError} />
      )}
    </button>
  ) : (
    <Link href={filesHref} className={styles.picture} data-state="loaded" aria-label={messages.view(name)}>
      <File size={20} aria-hidden />
    </Link>
  );
  return (
    <li className={styles.tile}>
      {preview}
      <span className={styles.caption}>
        <span className={styles.name} dir="auto" title={path}>
          {name}
        </span>
        {onReplace && (
          <IconButton
            size="sm"
            label={messages.replace(name)}
            icon={<RefreshCw aria-hidden />}
            onClick={onReplace}
          />
        )}
        {onRemove && (
          <IconButton
            size="sm"
            label={messages.remove(name)}
            icon={<Trash2 aria-hidden />}
            onClick={onRemove}
          />
        )}
      </span>
      <PictureDialog {...{ name, url, filesHref }} open={isOpen} onClose={() => setOpen(false)} />
    </li>
  );
}
