import { ArrowUp } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { Pages } from '@/data/paging/segments/pages';
import { formatPlace } from './go-to.utils';
import type { ScrollPlace } from './scroll-place';
import styles from './scroll-readout.module.css';

export interface ScrollReadoutProps {
  pages: Pages;
  place: ScrollPlace;
  /** Scrolls by lines of this many rows. */
  perLine?: number;
}

/** Tables of fewer screens than this are seen at a glance. */
const fewScreens = 3;

/** Which row one has scrolled to, and the way back; there while scrolling. */
export function ScrollReadout({ pages, place, perLine = 1 }: ScrollReadoutProps) {
  const { first, rows, scrolling } = useSyncExternalStore(place.subscribe, place.state);
  if (!pages.count || pages.length < rows * perLine * fewScreens) return null;
  return (
    <div className={styles.readout} data-shown={(scrolling && first > 0) || undefined}>
      <span aria-hidden>{formatPlace(first * perLine, pages.count, pages.placed)}</span>
      <button type="button" tabIndex={-1} className={styles.top} onClick={() => pages.go({ kind: 'start' })}>
        <ArrowUp size={13} aria-hidden /> Back to top
      </button>
    </div>
  );
}
