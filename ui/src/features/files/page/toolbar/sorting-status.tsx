import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { filesMessages } from '../../files-messages';
import styles from './list-status.module.css';

const messages = filesMessages.sorting;

export interface SortingStatusProps {
  /** Name of the folder or bucket. */
  folder: string;
  /** The number of entries that were read. */
  count: number;
  /** Stops the reading. */
  onSortByName: () => void;
}

/** Shows the progress of reading a folder of several pages, which its order by a time needs. */
export function SortingStatus({ folder, count, onSortByName }: SortingStatusProps) {
  return (
    <div className={styles.bar}>
      <Spinner />
      <span className={styles.text} role="status">
        {messages.running(folder, count)}
      </span>
      <Button size="sm" onClick={onSortByName}>
        {messages.stop}
      </Button>
    </div>
  );
}
