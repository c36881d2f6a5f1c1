import { ImageOff } from 'lucide-react';
import { useImage } from '@/lib/display/use-image';
import { tableMessages } from '@/table/table-messages';
import styles from './picture.module.css';

const messages = tableMessages.cells;

export interface PictureProps {
  url: string;
  /** The alternative text; '' if the page shows the same text next to the picture. */
  alt?: string;
}

/** The URLs of pictures that were loaded since the page load. They do not fade in again. */
const loadedURLs = new Set<string>();

/** The picture of a row's card. Loads shortly before it scrolls into view, and fades in once. */
export function Picture({ url, alt = '' }: PictureProps) {
  const { state, onLoad, onError } = useImage(url, loadedURLs.has(url));
  return (
    <span className={styles.frame} data-state={state}>
      {state === 'failed' ? (
        <span className={styles.failed} title={messages.noPicture}>
          <ImageOff size={18} aria-label={messages.noPreview} />
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
