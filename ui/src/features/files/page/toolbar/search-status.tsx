import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { filesMessages } from '../../files-messages';
import type { SearchProgress } from '../use-folder';
import styles from './list-status.module.css';

const messages = filesMessages.search;

export interface SearchStatusProps extends SearchProgress {
  /** The number of files that match so far. */
  found: number;
  /** Name of the searched folder or bucket. */
  folder: string;
  /** Undefined if the whole bucket is searched. */
  onSearchBucket: (() => void) | undefined;
}

/** Shows what is or was searched, with the progress and a button that stops the search. */
export function SearchStatus({
  found,
  folder,
  searched,
  isRunning,
  isCanceled,
  cancel,
  resume,
  onSearchBucket,
}: SearchStatusProps) {
  const text = isRunning
    ? messages.running(folder, searched, found)
    : isCanceled
      ? messages.canceled(folder, searched, found)
      : messages.finished(folder, searched, found);
  return (
    <div className={styles.bar}>
      {isRunning && <Spinner />}
      <span className={styles.text} role="status">
        {text}
      </span>
      {isRunning && (
        <Button size="sm" onClick={cancel}>
          {messages.cancel}
        </Button>
      )}
      {isCanceled && (
        <Button size="sm" onClick={resume}>
          {messages.resume}
        </Button>
      )}
      {onSearchBucket && !isRunning && (
        <Button size="sm" onClick={onSearchBucket}>
          {messages.searchBucket}
        </Button>
      )}
    </div>
  );
}
