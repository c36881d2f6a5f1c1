import { useRef, useState } from 'react';
import type { FileEntry } from '@/lib/api.gen';
import { useImage } from '@/lib/display/use-image';
import { useInView } from '@/lib/display/use-in-view';
import { getFileKind } from '@/lib/files/file-kind';
import { getThumbnailURL } from '../../api/file-operations';
import { FileIcon } from './file-icon';
import styles from './thumbnail.module.css';
import { useLoadSlot } from './use-load-slot';

export interface ThumbnailProps {
  bucket: string;
  entry: FileEntry;
  iconSize?: number;
}

/** Maximum size of a picture that is loaded only for its thumbnail, in bytes. */
const maxThumbnailBytes = 8 * 1024 * 1024;

/** Distance below the visible part at which a picture is loaded. */
const preloadMargin = '300px';

/** Shows a picture when it comes into view. Shows an icon for other files, large pictures and folders. */
export function Thumbnail({ bucket, entry, iconSize = 18 }: ThumbnailProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [wasInView, setWasInView] = useState(false);
  const url = getThumbnailURL(bucket, entry);
  const { state, onLoad, onError } = useImage(url);
  const isPicture = getFileKind(entry) === 'image' && entry.size <= maxThumbnailBytes && !entry.folder;
  const showsPicture = isPicture && state !== 'failed';
  const [hasSlot, releaseSlot] = useLoadSlot(isPicture && wasInView);
  useInView(frame, () => setWasInView(true), {
    margin: preloadMargin,
    enabled: isPicture && !wasInView,
  });
  return (
    <span ref={frame} className={styles.frame} data-state={showsPicture ? state : 'icon'}>
      {!showsPicture && <FileIcon entry={entry} size={iconSize} />}
      {showsPicture && hasSlot && (
        <img
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          className={styles.picture}
          onLoad={() => {
            onLoad();
            releaseSlot();
          }}
          onError={() => {
            onError();
            releaseSlot();
          }}
        />
      )}
    </span>
  );
}
