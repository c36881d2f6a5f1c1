import { Button } from '@/components/controls/button';
import { Spinner } from '@/components/feedback/spinner';
import { useLater } from '@/lib/browser/use-later';
import { formatCount, plural } from '@/lib/format';
import styles from './block-reading.module.css';
import type { Reading } from './use-block-rows';

/** How far the rows of a block have been read, if that takes a while. */
export function BlockReading({ reading }: { reading: Reading | null }) {
  const late = useLater(reading !== null);
  if (!late || !reading) return null;
  return (
    <div className={styles.place} role="status">
      <Spinner size={14} label="" />
      <span>
        Reading {formatCount(reading.done)} of {plural(reading.total, 'row')}…
      </span>
      <Button size="sm" variant="ghost" onClick={reading.cancel}>
        Cancel
      </Button>
    </div>
  );
}
