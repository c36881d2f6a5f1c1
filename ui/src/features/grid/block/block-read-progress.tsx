import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { useDelayedFlag } from '@/lib/browser/use-delayed-flag';
import { formatCount, formatPlural } from '@/lib/format';
import styles from './block-read-progress.module.css';
import type { ReadProgress } from './use-block-rows';

/** How far the rows of a block have been read, if that takes a while. */
export function BlockReadProgress({ reading }: { reading: ReadProgress | null }) {
  const late = useDelayedFlag(reading !== null);
  if (!late || !reading) return null;
  return (
    <div className={styles.overlay} role="status">
      <Spinner size={14} label="" />
      <span>
        Reading {formatCount(reading.done)} of {formatPlural(reading.total, 'row')}…
      </span>
      <Button size="sm" variant="ghost" onClick={reading.cancel}>
        Cancel
      </Button>
    </div>
  );
}
