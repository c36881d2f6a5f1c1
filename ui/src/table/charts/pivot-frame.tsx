import type { ReactNode } from 'react';
import styles from './chart.module.css';

export interface PivotFrameProps {
  /** The height above which the table scrolls, in pixels. */
  maxHeight: number | undefined;
  /** The table. */
  children: ReactNode;
}

/** Scrolls a pivot table, and shows shadows where columns or rows are hidden: beside its titles, and at the other edges. */
export function PivotFrame({ maxHeight, children }: PivotFrameProps) {
  return (
    <div className={styles.pivot} ref={trackShadows}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <div className={styles.tableScroll} style={{ maxHeight }} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}

/** The width of a shadow, in pixels. */
const shadowSize = 12;

/**
 * Updates the sizes and positions of the shadows whenever the frame's first child scrolls or changes its size. Returns the
 * function that ends this.
 */
function trackShadows(frame: HTMLElement | null) {
  const scrolled = frame?.firstElementChild;
  if (!(frame && scrolled instanceof HTMLElement)) return undefined;
  const update = () => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = scrolled;
    const corner = scrolled.querySelector('th');
    const lengths = {
      '--left': scrollLeft > 0 ? shadowSize : 0,
      '--top': scrollTop > 0 ? shadowSize : 0,
      // Positions can be fractions of a pixel.
      '--right': scrollWidth - clientWidth - scrollLeft > 1 ? shadowSize : 0,
      '--bottom': scrollHeight - clientHeight - scrollTop > 1 ? shadowSize : 0,
      '--side': corner?.offsetWidth ?? 0,
      '--head': corner?.offsetHeight ?? 0,
      '--bar-x': scrolled.offsetWidth - clientWidth,
      '--bar-y': scrolled.offsetHeight - clientHeight,
    };
    for (const [name, length] of Object.entries(lengths)) frame.style.setProperty(name, `${length}px`);
  };
  const observer = new ResizeObserver(update);
  observer.observe(scrolled);
  if (scrolled.firstElementChild) observer.observe(scrolled.firstElementChild);
  scrolled.addEventListener('scroll', update, { passive: true });
  return () => {
    observer.disconnect();
    scrolled.removeEventListener('scroll', update);
  };
}
