import { useMemo } from 'react';
import { getEventSpan } from '@/data/layouts/calendar-events';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import type { Row } from '@/data/rows/row';
import { useTable } from '@/table/table-context';
import type { CalendarEvent } from '../event-layout';
import { getEventKey } from '../events/event-item';
import type { CalendarState } from '../use-calendar';

/**
 * Returns the events of rows with the moves that are not saved yet: as stored (`events`), with a preview of the
 * dragged event (`visibleEvents`), and the times of the dragged event if it is dropped now (`landing`).
 */
export function useVisibleEvents(
  rows: readonly Row[] | undefined,
  calendar: CalendarState,
  source: CalendarSource,
  zone: string,
) {
  const { table } = useTable();
  const { moves, dragged } = calendar;
  const preview = dragged && calendar.computeChanges(dragged);
  const previewed = dragged && preview && { ...dragged.row, ...preview };
  const events = useMemo(() => {
    const rowsByKey = new Map((rows ?? []).map((row, i) => [getEventKey(table, row, i), row]));
    for (const [key, { row }] of moves) if (!rowsByKey.has(key)) rowsByKey.set(key, row);
    return [...rowsByKey].flatMap(([key, row]): CalendarEvent[] => {
      const moved: Row = { ...row, ...moves.get(key)?.changes };
      const found = getEventSpan(source, moved, zone);
      return found ? [{ key, row: moved, span: found }] : [];
    });
  }, [rows, moves, table, source, zone]);
  // A dragged event also has a preview at its drop position; the overlay shows the event itself.
  const visibleEvents = useMemo(() => {
    const span = previewed && getEventSpan(source, previewed, zone);
    if (!dragged || !previewed || !span) return events;
    const landing = { key: dragged.key, row: previewed, span, preview: true };
    const live = dragged.inputDevice === 'keyboard' || dragged.part !== 'all';
    if (live) return [...events.filter(({ key }) => key !== dragged.key), landing];
    return source.grain === 'date' ? events : [...events, { ...landing, key: `${dragged.key}-preview` }];
  }, [events, dragged, previewed, source, zone]);
  return { events, visibleEvents, landing: previewed && getEventSpan(source, previewed, zone) };
}
