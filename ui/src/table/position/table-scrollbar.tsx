import { type KeyboardEvent, type PointerEvent, useRef, useSyncExternalStore } from 'react';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import { tableMessages } from '@/table/table-messages';
import { formatRowPosition } from './go-to.utils';
import type { ScrollPosition } from './scroll-position';
import styles from './table-scrollbar.module.css';

export interface TableScrollbarProps {
  pages: PagedRows;
  scrollPosition: ScrollPosition;
  /** The id of the scrolled element. */
  controls: string;
  /** The number of rows per line. Default 1. */
  rowsPerLine?: number;
  /** Whether the scrolled element has no header above its rows. */
  noHeader?: boolean;
  scrollTo: (lineIndex: number) => void;
}

/** The height of the thumb, in pixels. */
const thumbHeight = 32;

/** A scrollbar for a table that has more rows than the browser can scroll. It replaces the browser's scrollbar. */
export function TableScrollbar(props: TableScrollbarProps) {
  const { pages, scrollPosition, controls, rowsPerLine = 1, noHeader = false, scrollTo } = props;
  const { first, rows } = useSyncExternalStore(scrollPosition.subscribe, scrollPosition.snapshot);
  const track = useRef<HTMLDivElement>(null);
  const grabOffset = useRef<number>(undefined);
  const last = Math.max(1, Math.ceil(pages.length / rowsPerLine) - rows);
  const row = first * rowsPerLine;
  const share = Math.min(1, first / last);

  const drag = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (!box || grabOffset.current === undefined) return;
    const trackHeight = box.height - thumbHeight;
    const position = (event.clientY - box.top - grabOffset.current) / trackHeight;
    scrollTo(Math.round(Math.max(0, Math.min(1, position)) * last));
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const thumb = event.currentTarget.firstElementChild?.getBoundingClientRect();
    const onThumb = thumb && event.clientY >= thumb.top && event.clientY <= thumb.bottom;
    grabOffset.current = onThumb ? event.clientY - thumb.top : thumbHeight / 2;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -rows, PageDown: rows };
    const step = steps[event.key as keyof typeof steps];
    if (event.key === 'Home') pages.goTo({ kind: 'start' });
    else if (event.key === 'End') pages.goTo({ kind: 'end' });
    else if (step) scrollTo(Math.max(0, Math.min(last, first + step)));
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={track}
      className={styles.track}
      data-headless={noHeader || undefined}
      role="scrollbar"
      tabIndex={0}
      aria-label={tableMessages.position.scrollbar}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuemin={1}
      aria-valuemax={pages.length}
      aria-valuenow={Math.min(row + 1, pages.length)}
      aria-valuetext={pages.count && formatRowPosition(row, pages.count, pages.isPositionKnown)}
      onPointerDown={onPointerDown}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        grabOffset.current = undefined;
      }}
      onKeyDown={onKeyDown}
    >
      <span className={styles.thumb} style={{ top: `calc(${share} * (100% - ${thumbHeight}px))` }} />
    </div>
  );
}
