import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { useDelayedFlag } from '@/lib/browser/use-delayed-flag';
import { gridMessages as messages } from '../grid-messages';
import styles from './block-read-progress.module.css';
import type { ReadProgress } from './use-block-rows';

/** Shows how many rows of the block are loaded, after a short delay, and a button to cancel. */
export function BlockReadProgress({ reading }: { reading: ReadProgress | null }) {
  const isVisible = useDelayedFlag(reading !== null);
  if (!isVisible || !reading) return null;
  return (
    <div className={styles.overlay} role="status">
      <Spinner size={14} label="" />
      <span>{messages.block.loading(reading.done, reading.total)}</span>
      <Button size="sm" variant="ghost" onClick={reading.cancel}>
        {messages.block.cancel}
      </Button>
    </div>
  );
}
