import { useEffect, useRef, useState } from 'react';
import type { FileEntry } from '@/lib/api.gen';
import { getFileKind } from '@/lib/files/file-kind';
import { useImage } from '@/lib/use-image';
import { getFileURL } from '../api/file-operations';
import { FileIcon } from './file-icon';
import styles from './thumbnail.module.css';

export interface ThumbnailProps {
  bucket: string;
  entry: FileEntry;
  iconSize?: number;
}

/** Pictures beyond this aren't fetched only to be shown small, in bytes. */
const maxThumbnailBytes = 8 * 1024 * 1024;

/** How far below the visible part a picture is already fetched. */
const preloadMargin = '300px';

/** A file's picture, fetched when it comes into view; its kind's icon for all that can't be one. */
export function Thumbnail({ bucket, entry, iconSize = 18 }: ThumbnailProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  const url = getFileURL(bucket, entry);
  const { state, onLoad, onError } = useImage(url);
  const isPicture = getFileKind(entry) === 'image' && entry.size <= maxThumbnailBytes && !entry.folder;
  useEffect(() => {
    if (!isPicture || !frame.current) return;
    const observer = new IntersectionObserver(
      ([change]) => {
        if (!change?.isIntersecting) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: preloadMargin },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isPicture]);
  const shown = isPicture && state !== 'failed';
  return (
    <span ref={frame} className={styles.frame} data-state={shown ? state : 'icon'}>
      {!shown && <FileIcon entry={entry} size={iconSize} />}
      {shown && seen && (
        <img
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          className={styles.picture}
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </span>
  );
}
