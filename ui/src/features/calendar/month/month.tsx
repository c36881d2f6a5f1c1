import { useLayoutEffect, useRef, useState } from 'react';
import type { DayRange } from '@/data/layouts/calendar-source';
import { dayNames } from '../drag/interval.utils';
import styles from './month.module.css';
import { MonthWeek, type MonthWeekProps } from './month-week';

export interface MonthProps extends Omit<MonthWeekProps, 'from' | 'capacity' | 'days'> {
  days: DayRange;
  /** The accessible name of the grid, e.g. `November 2026`. */
  title: string;
}

/** Heights of a day's number and of a line below it, in pixels. They must match the style sheet. */
const numberHeight = 28;
const lineHeight = 22;

/** A month as whole weeks. The weeks share the available height. */
export function Month({ days, title, ...week }: MonthProps) {
  const weeks = (days.to - days.from) / 7;
  const list = useRef<HTMLDivElement>(null);
  const [capacity, setCapacity] = useState(3);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const height = Math.max(96, element.clientHeight / weeks);
      setCapacity(Math.max(1, Math.floor((height - numberHeight - 4) / lineHeight)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [weeks]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table's cells can't contain bars that cover several
    <div className={styles.month} role="grid" aria-label={title}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div className={styles.names} role="row" tabIndex={-1}>
        {Array.from({ length: 7 }, (_, i) => days.from + i).map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <span key={day} role="columnheader" tabIndex={-1} className={styles.name}>
            {dayNames.weekday(day)}
          </span>
        ))}
      </div>
      <div className={styles.weeks} data-days data-scroller ref={list}>
        {Array.from({ length: weeks }, (_, i) => days.from + i * 7).map((from) => (
          <MonthWeek key={from} from={from} capacity={capacity} {...week} />
        ))}
      </div>
    </div>
  );
}
