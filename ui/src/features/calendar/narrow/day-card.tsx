import { useLayoutEffect, useRef } from 'react';
import { isOverdue } from '@/data/values/formats/due-dates';
import { getRowKey } from '@/data/writes/batches/guards.utils';
import { CardContent } from '@/table/cells/card-content';
import { RowStatusIcon } from '@/table/cells/status/row-status-icon';
import { useTable } from '@/table/table-context';
import { useCalendarContext } from '../calendar-context';
import type { CalendarEvent } from '../event-layout';
import { useFindEventColor } from '../events/use-find-event-color';
import styles from '../week/week.module.css';

export interface DayCardProps {
  event: CalendarEvent;
  isDragged: boolean;
  isAnimating: boolean;
}

/** A row as a card in a day's column, with its fields. */
export function DayCard({ event, isDragged, isAnimating }: DayCardProps) {
  const { row, key, preview } = event;
  const { table, openRecord } = useTable();
  const calendar = useCalendarContext();
  const { source, movable, hintId, fields, relations } = calendar;
  const findColor = useFindEventColor();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (calendar.consumeFocusRequest(key)) button.current?.focus({ preventScroll: true });
  });
  const id = getRowKey(table, row);
  return (
    <button
      ref={button}
      type="button"
      className={styles.card}
      data-card={preview ? undefined : key}
      {...findColor(row)}
      data-dragged={isDragged || undefined}
      data-preview={preview || undefined}
      data-animating={isAnimating || undefined}
      data-movable={movable || undefined}
      tabIndex={-1}
      aria-describedby={movable ? hintId : undefined}
      disabled={!id}
      onPointerDown={(down) => calendar.onPointerDown(down, row)}
      onKeyDown={(pressed) => calendar.onEventKey(pressed, row)}
      onKeyUp={(up) => up.key === ' ' && up.preventDefault()}
      onClick={() => id && openRecord(id)}
    >
      <CardContent
        row={row}
        fields={fields}
        relations={relations}
        isLate={isOverdue(table, source.column, row)}
      />
      <RowStatusIcon row={row} movedColumns={[source.column, source.endColumn]} className={styles.status} />
    </button>
  );
}
