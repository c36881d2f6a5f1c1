import { ImageOff } from 'lucide-react';
import { useImage } from '@/lib/use-image';
import styles from './picture.module.css';

export interface PictureProps {
  url: string;
  /** What it belongs to, for who can't see it; '' where that stands beside it. */
  alt?: string;
}

/** Pictures that were shown in this visit: they don't fade in again on scrolling back. */
const loadedURLs = new Set<string>();

/** A row's picture on its card: fetched when it comes near, faded in once. */
export function Picture({ url, alt = '' }: PictureProps) {
  const { state, onLoad, onError } = useImage(url, loadedURLs.has(url));
  return (
    <span className={styles.frame} data-state={state}>
      {state === 'failed' ? (
        <span className={styles.failed} title="This picture can’t be shown.">
          <ImageOff size={18} aria-label="no preview" />
        </span>
      ) : (
        <img
          src={url}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => {
            loadedURLs.add(url);
            onLoad();
          }}
          onError={onError}
        />
      )}
    </span>
  );
}
