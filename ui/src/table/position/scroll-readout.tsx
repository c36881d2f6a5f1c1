import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { tableMessages } from '@/table/table-messages';
import { formatRowPosition } from './go-to.utils';
import type { ScrollPosition } from './scroll-position';
import styles from './scroll-readout.module.css';

export interface ScrollReadoutProps {
  pages: PagedRows;
  scrollPosition: ScrollPosition;
  /** The number of rows per line. Default 1. */
  rowsPerLine?: number;
}

/** Tables that are shorter than this many screens have no readout. */
const minScreens = 3;

/** Shows the row position and a button back to the top while the user scrolls. */
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
        <ArrowUp size={13} aria-hidden /> {tableMessages.position.backToTop}
      </button>
    </div>
  );
}
