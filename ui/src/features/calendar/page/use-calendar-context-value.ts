import { useMemo, useRef } from 'react';
import { listViewArrangements } from '@/data/layouts/views.utils';
import { useTable } from '@/table/table-context';
import type { CalendarProps } from '../calendar';
import type { CalendarContextValue } from '../calendar-context';
import type { useCalendarKeys } from '../use-calendar-keys';

/** Returns the value of the calendar's context. It stays the same while an event is dragged. */
export function useCalendarContextValue(
  { page, source, columns, relations }: CalendarProps,
  keys: ReturnType<typeof useCalendarKeys>,
  hintId: string,
): CalendarContextValue {
  const { table } = useTable();
  const { state, zone } = page;
  // The handlers change with each render; the context of the events must not.
  const latest = useRef({ state, keys, create: page.create });
  latest.current = { state, keys, create: page.create };
  const movable = state.lock === undefined;
  const creates = page.create !== undefined;
  const colorColumn = useMemo(
    () => listViewArrangements(table, relations).board.find(({ kind }) => kind === 'enum'),
    [table, relations],
  );
  return useMemo<CalendarContextValue>(
    () => ({
      ...{ source, zone, fields: columns, relations, colorColumn, movable, hintId },
      onPointerDown: (...args) => latest.current.state.onPointerDown(...args),
      onEventKey: (...args) => latest.current.keys.onEventKey(...args),
      onDayKey: (...args) => latest.current.keys.onDayKey(...args),
      consumeFocusRequest: (key) => {
        const { focusKeyRef } = latest.current.state;
        if (focusKeyRef.current !== key) return false;
        focusKeyRef.current = undefined;
        return true;
      },
      create: creates ? (...args) => latest.current.create?.(...args) : undefined,
    }),
    [source, zone, columns, relations, colorColumn, movable, hintId, creates],
  );
}
