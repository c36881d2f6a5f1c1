import { getEventSpan } from '@/data/layouts/calendar-events';
import type { Row } from '@/data/rows/row';
import { getRowHeading } from '@/data/titles/row-titles';
import type { DragController } from '@/table/drag/use-drag-state';
import type { RowMoves } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import { calendarMessages as messages } from '../calendar-messages';
import type { EventDragState } from '../event-drag-state';
import { startDay } from '../event-layout';
import { describeSpan } from '../events/describe-span';
import type { CalendarOptions } from '../use-calendar';
import { computeDropChanges } from './drop-changes';

/** Returns the actions that end a drag: `drop` saves the event's new time, `cancel` moves it back. */
export function useEventDrop(
  { draggedRef, setDragged, getOverlayBox }: DragController<EventDragState>,
  { animateRow, announce, focusKeyRef, saveMove }: RowMoves,
  { source, zone, goTo }: CalendarOptions,
) {
  const { table } = useTable();
  /** Shows the days of an event again. A drag by keyboard can have navigated away from them. */
  const showDays = (row: Row) => {
    const span = getEventSpan(source, row, zone);
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
      showDays(now.row);
    }
  };

  const drop = () => {
    const now = draggedRef.current;
    if (!now) return;
    const name = getRowHeading(table, now.row);
    const changes = computeDropChanges(source, now, zone);
    if (!changes) return cancel(messages.drag.notMoved(name));
    setDragged(null);
    if (now.inputDevice === 'keyboard') focusKeyRef.current = now.key;
    const describeTime = (row: Row) => {
      const span = getEventSpan(source, row, zone);
      return span && describeSpan(source, span);
    };
    void saveMove({
      ...{ key: now.key, row: now.row, changes },
      from: now.inputDevice === 'pointer' && now.part === 'all' ? getOverlayBox(now) : undefined,
      describeSaved: (row) => messages.drag.moved(name, describeTime(row)),
      onRevert: now.inputDevice === 'keyboard' ? () => showDays(now.row) : undefined,
      revertedText: messages.drag.reverted(name, describeTime(now.row)),
    });
  };
  return { drop, cancel };
}
