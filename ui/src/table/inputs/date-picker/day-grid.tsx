import { type KeyboardEvent, useEffect, useRef } from 'react';
import { getFirstWeekday } from '@/data/values/dates/week';
import styles from './date-picker.module.css';
import { pickerNames } from './day-names';
import { clampDay, type DayLimits, isAllowedDay, listWeeks, moveDay } from './month-days.utils';

export interface DayGridProps extends DayLimits {
  /** The id of the element that names the month. */
  labelledBy: string;
  /** The day that has the focus in the grid; its month is shown. */
  activeDay: string;
  selectedDay: string;
  today: string;
  onActiveDayChange: (day: string) => void;
  onPick: (day: string) => void;
}

/** The days of a month as a grid in which keys move the focus (ARIA Authoring Practices, date picker dialog). */
export function DayGrid(props: DayGridProps) {
  const { labelledBy, activeDay, min, max, onActiveDayChange } = props;
  const firstWeekday = getFirstWeekday();
  const grid = useRef<HTMLTableElement>(null);
  // The focus follows the active day if it is in the grid. The buttons for other months keep it.
  const takesFocus = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of the active day changes with it
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [activeDay]);
  const move = (event: KeyboardEvent) => {
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const day = moveDay(activeDay, event, firstWeekday, isRightToLeft);
    if (day === undefined) return;
    event.preventDefault();
    takesFocus.current = true;
    onActiveDayChange(clampDay(day, { min, max }));
  };
  const weekdays = Array.from({ length: 7 }, (_, i) => (firstWeekday + i) % 7);
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is a grid if keys move in it
    <table ref={grid} role="grid" className={styles.grid} aria-labelledby={labelledBy} onKeyDown={move}>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={pickerNames.longWeekday(weekday)}>
              {pickerNames.shortWeekday(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeks(activeDay, firstWeekday).map((week, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month have no other key
          <tr key={i}>
            {week.map((day, weekday) =>
              day === undefined ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell
                <td key={weekday} />
              ) : (
                <DayCell key={day} {...props} day={day} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The button of a day. */
function DayCell({ day, activeDay, selectedDay, today, min, max, onPick }: DayGridProps & { day: string }) {
  return (
    <td>
      <button
        type="button"
        className={styles.day}
        tabIndex={day === activeDay ? 0 : -1}
        aria-label={pickerNames.full(day)}
        aria-current={day === today ? 'date' : undefined}
        aria-pressed={day === selectedDay}
        disabled={!isAllowedDay(day, { min, max })}
        onClick={() => onPick(day)}
      >
        {pickerNames.day(day)}
      </button>
    </td>
  );
}
