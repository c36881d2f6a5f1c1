import { useState } from 'react';
import styles from './file-preview.module.css';

/** The picture that a `@file` column names, at the panel's width. */
export function FilePreview({ url }: { url: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  if (state === 'failed') {
    return (
      <p className={styles.failed}>
        This file can’t be shown here.{' '}
        <a href={url} target="_blank" rel="noreferrer">
          Open it
        </a>
      </p>
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className={styles.frame} data-state={state}>
      <img
        src={url}
        alt="What the file shows"
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
    </a>
  );
}
