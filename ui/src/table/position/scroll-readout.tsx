import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { formatRowPosition } from './go-to.utils';
import type { ScrollPosition } from './scroll-position';
import styles from './scroll-readout.module.css';

export interface ScrollReadoutProps {
  pages: PagedRows;
  scrollPosition: ScrollPosition;
  /** Scrolls by lines of this many rows. */
  rowsPerLine?: number;
}

/** Tables of fewer screens than this are seen at a glance. */
const minScreens = 3;

/** Which row one has scrolled to, and the way back; there while scrolling. */
export function ScrollReadout({ pages, scrollPosition, rowsPerLine = 1 }: ScrollReadoutProps) {
  const { first, rows, scrolling } = useSyncExternalStore(scrollPosition.subscribe, scrollPosition.snapshot);
  if (!pages.count || pages.length < rows * rowsPerLine * minScreens) return null;
  return (
    <div className={styles.readout} data-shown={(scrolling && first > 0) || undefined}>
      <span aria-hidden>{formatRowPosition(first * rowsPerLine, pages.count, pages.isPositionKnown)}</span>
      <button
        type="button"
        tabIndex={-1}
        className={styles.top}
        onClick={() => pages.goTo({ kind: 'start' })}
      >
        <ArrowUp size={13} aria-hidden /> Back to top
      </button>
    </div>
  );
}
