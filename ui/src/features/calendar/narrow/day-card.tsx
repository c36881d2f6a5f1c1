import { useLayoutEffect, useRef } from 'react';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { CardFace } from '@/table/cells/card-face';
import { RowFate } from '@/table/cells/row-fate';
import { useTable } from '@/table/table-context';
import { useCalendarContext } from '../calendar-context';
import { hueFor } from '../events/event';
import type { CalendarEvent } from '../layout.utils';
import styles from '../week/week.module.css';

export interface DayCardProps {
  event: CalendarEvent;
  carried: boolean;
  flying: boolean;
}

/** A row as a card in a day's column, where there is room for its fields. */
export function DayCard({ event, carried, flying }: DayCardProps) {
  const { row, key, preview } = event;
  const { table, openRecord } = useTable();
  const calendar = useCalendarContext();
  const { source, colour, movable, hint, fields, relations } = calendar;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (calendar.takesFocus(key)) button.current?.focus({ preventScroll: true });
  });
  const id = keyOf(table, row);
  return (
    <button
      ref={button}
      type="button"
      className={styles.card}
      data-card={preview ? undefined : key}
      data-hue={hueFor(colour, row)}
      data-carried={carried || undefined}
      data-preview={preview || undefined}
      data-flying={flying || undefined}
      data-movable={movable || undefined}
      tabIndex={-1}
      aria-describedby={movable ? hint : undefined}
      disabled={!id}
      onPointerDown={(down) => calendar.onPointerDown(down, row)}
      onKeyDown={(pressed) => calendar.onEventKey(pressed, row)}
      onKeyUp={(up) => up.key === ' ' && up.preventDefault()}
      onClick={() => id && openRecord(id)}
    >
      <CardFace row={row} fields={fields} relations={relations} />
      <RowFate row={row} moved={[source.column, source.end]} className={styles.fate} />
    </button>
  );
}
