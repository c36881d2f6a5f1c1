import { spanOf } from '@/data/layouts/calendar-events';
import type { Row } from '@/data/rows/row';
import { headingOf } from '@/data/values/value.utils';
import type { DragController } from '@/table/drag/use-drag-state';
import type { RowMoves } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import type { EventDragState } from '../event-drag-state';
import { startDay } from '../event-layout';
import { describeSpan } from '../events/describe-span';
import type { CalendarOptions } from '../use-calendar';
import { computeDropChanges } from './drop-changes';

/** How what is carried is let go: saved where it is, or put back. */
export function useEventDrop(
  { draggedRef, setDragged, getOverlayBox }: DragController<EventDragState>,
  { animateRow, announce, focusKeyRef, saveMove }: RowMoves,
  { source, zone, goTo }: CalendarOptions,
) {
  const { table } = useTable();
  /** What was carried by keyboard may have left the days where it was picked up. */
  const goBack = (row: Row) => {
    const span = spanOf(source, row, zone);
    const day = span && startDay(span);
    if (day !== undefined && Number.isFinite(day)) goTo(day);
  };

  const cancel = (text: string) => {
    const now = draggedRef.current;
    if (!now) return;
    setDragged(null);
    if (now.inputDevice === 'pointer' && now.part === 'all') animateRow(now.key, now.row, getOverlayBox(now));
    if (now.inputDevice === 'keyboard') {
      focusKeyRef.current = now.key;
      announce(text);
      goBack(now.row);
    }
  };

  const drop = () => {
    const now = draggedRef.current;
    if (!now) return;
    const name = headingOf(table, now.row);
    const changes = computeDropChanges(source, now, zone);
    if (!changes) return cancel(`${name} stays where it was.`);
    setDragged(null);
    if (now.inputDevice === 'keyboard') focusKeyRef.current = now.key;
    const said = (row: Row, none: string) => {
      const span = spanOf(source, row, zone);
      return span ? describeSpan(source, span) : none;
    };
    void saveMove({
      ...{ key: now.key, row: now.row, changes },
      from: now.inputDevice === 'pointer' && now.part === 'all' ? getOverlayBox(now) : undefined,
      describeSaved: (row) => `${name} is now ${said(row, 'without a date')}.`,
      onRevert: now.inputDevice === 'keyboard' ? () => goBack(now.row) : undefined,
      revertedText: `${name} went back to ${said(now.row, 'those without a date')}.`,
    });
  };
  return { drop, cancel };
}
