import { buildMoveChanges, buildResizeChanges, buildScheduleChanges } from '@/data/layouts/calendar-events';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import type { Row } from '@/data/rows/row';
import type { EventDragState } from '../event-drag-state';

/** Returns the changed values if the event is dropped now. Undefined if nothing changes or no drop is possible. */
export function computeDropChanges(
  source: CalendarSource,
  {
    row,
    part,
    delta,
    newStart,
    priorChanges,
  }: Pick<EventDragState, 'row' | 'part' | 'delta' | 'newStart' | 'priorChanges'>,
  zone: string,
): Row | undefined {
  if (newStart !== undefined) return buildScheduleChanges(source, newStart, zone);
  if (!delta) return priorChanges;
  const from = { ...row, ...priorChanges };
  const more =
    part === 'all'
      ? buildMoveChanges(source, from, delta, zone)
      : buildResizeChanges(source, from, part, delta, zone);
  return more && { ...priorChanges, ...more };
}
