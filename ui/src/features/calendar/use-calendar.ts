import { type PointerEvent, useRef, useState } from 'react';
import { getVisibleSpan } from '@/data/layouts/calendar-events';
import type { CalendarSource } from '@/data/layouts/calendar-source';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { lockReason } from '@/data/writes/batches/guards.utils';
import { useDragState } from '@/table/drag/use-drag-state';
import { useMoves } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import { findEventElement } from './calendar-dom';
import { computeDropChanges } from './drag/drop-changes';
import { useEventDrag } from './drag/use-event-drag';
import { useEventDrop } from './drag/use-event-drop';
import type { EventDragState } from './event-drag-state';

export interface CalendarOptions {
  source: CalendarSource;
  zone: string;
  /** Navigates by a number of intervals. */
  navigateBy: (by: number) => void;
  /** Navigates to the interval of a day. */
  goTo: (day: number) => void;
  /** Shows a short message in the status bar. */
  notify: (text: string) => void;
}

/** Returns the calendar's state (dragged event, moves that are not saved yet) and the actions that move events. */
export function useCalendar(options: CalendarOptions) {
  const { source, zone } = options;
  const { table } = useTable();
  const calendar = useRef<HTMLElement>(null);
  const dragState = useDragState<EventDragState>();
  const moves = useMoves((key) => findEventElement(calendar.current, key), options.notify);
  const { drop, cancel } = useEventDrop(dragState, moves, options);
  // The direction in which the calendar is about to navigate, while an event is dragged at an edge.
  const [edgeDirection, setEdgeDirection] = useState<number>();
  const drag = useEventDrag({
    ...options,
    calendar,
    dragState,
    drop,
    cancel,
    onEdgeDirectionChange: setEdgeDirection,
  });
  const lock = lockReason(table, source.column) ?? (source.endColumn && lockReason(table, source.endColumn));

  const pickUp = (
    row: Row,
    part: EventDragState['part'],
    inputDevice: EventDragState['inputDevice'],
    box: DOMRect,
    newStart?: number,
  ) => {
    dragState.pickUp({ key: getCachedRowKey(table, row), row, inputDevice, part, delta: 0, newStart, box });
  };
  const onPointerDown = (
    event: PointerEvent<HTMLElement>,
    row: Row,
    part: EventDragState['part'] = 'all',
    onDragStart?: () => void,
  ) => {
    if (lock || getCachedRowKey(table, row) === '') return;
    drag(event, {
      hasDate: getVisibleSpan(source, row, zone) !== undefined,
      pickUp: (box) => {
        pickUp(row, part, 'pointer', box);
        onDragStart?.();
      },
    });
  };
  const { dragged, draggedRef, x, y, updateDrag } = dragState;
  return {
    ...{ calendar, dragged, draggedRef, x, y, lock, edgeDirection, ...moves },
    ...{ pickUp, updateDrag, drop, cancel, onPointerDown },
    computeChanges: (now: EventDragState) => computeDropChanges(source, now, zone),
  };
}

export type CalendarState = ReturnType<typeof useCalendar>;
