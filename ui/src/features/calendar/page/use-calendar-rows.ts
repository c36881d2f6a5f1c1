import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import {
  type AdjacentEventDays,
  adjacentEventDaysQuery,
  type CalendarRows,
  calendarQuery,
  maxEvents,
  maxUndated,
} from '@/data/layouts/calendar-queries';
import type { CalendarSource, DayRange } from '@/data/layouts/calendar-source';
import type { Row } from '@/data/rows/row';
import type { RowsView } from '@/data/rows/row-keys';
import { useTable } from '@/table/table-context';

export interface CalendarData {
  /** Undefined during the first request. */
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /**
   * The number of events per day if there are too many to load all; then only the first of each day are loaded. A
   * missing day is still loading.
   */
  counts: ReadonlyMap<number, number> | undefined;
  undated: CalendarRows | undefined;
  /** The nearest days with events, if these days have none. */
  nearest: AdjacentEventDays | undefined;
  error: unknown;
  refetching: boolean;
  refetch: () => void;
}

export interface CalendarRowsOptions {
  source: CalendarSource;
  rowsView: RowsView;
  days: DayRange;
  /** The intervals before and after, which are prefetched. */
  adjacentIntervals: readonly DayRange[];
  zone: string;
}

/** Loads the rows of the visible days, and the rows without a date. */
export function useCalendarRows({
  source,
  rowsView,
  days,
  adjacentIntervals,
  zone,
}: CalendarRowsOptions): CalendarData {
  const { table } = useTable();
  const client = useQueryClient();
  const request = useMemo(() => ({ table, view: rowsView, source, zone }), [table, rowsView, source, zone]);
  const all = useQuery(calendarQuery(request, days, maxEvents));
  const undated = useQuery(calendarQuery(request, null, maxUndated));
  const nearest = useQuery({ ...adjacentEventDaysQuery(request, days), enabled: all.data?.total === 0 });
  const tooMany = all.data !== undefined && all.data.total > all.data.rows.length;
  const byDay = useDayRows(request, days, tooMany);

  const ready = all.isSuccess;
  useEffect(() => {
    if (!ready) return;
    for (const next of adjacentIntervals) {
      // A prefetch: an error is shown when the user navigates there.
      void client.query(calendarQuery(request, next, maxEvents)).catch(() => undefined);
    }
  }, [ready, adjacentIntervals, client, request]);
  return {
    rows: tooMany ? byDay.rows : all.data?.rows,
    total: all.data?.total,
    counts: tooMany ? byDay.counts : undefined,
    undated: undated.data,
    nearest: all.data?.total === 0 ? nearest.data : undefined,
    error: all.error ?? byDay.error ?? undated.error,
    refetching: all.isRefetching,
    refetch: () => {
      void all.refetch();
      byDay.refetch();
      void undated.refetch();
    },
  };
}

/** Loads the first rows and the number of rows of each day. */
function useDayRows(request: Parameters<typeof calendarQuery>[0], { from, to }: DayRange, enabled: boolean) {
  const limit = Math.floor(maxEvents / (to - from));
  return useQueries({
    queries: Array.from({ length: enabled ? to - from : 0 }, (_, i) =>
      calendarQuery(request, { from: from + i, to: from + i + 1 }, limit),
    ),
    combine: (days) => {
      const counts = new Map<number, number>();
      days.forEach(({ data }, i) => {
        if (data) counts.set(from + i, data.total);
      });
      return {
        // An event of several days is in the result of each of them.
        rows: days.flatMap(({ data }) => data?.rows ?? []),
        counts,
        error: days.find(({ error }) => error !== null)?.error ?? null,
        refetch: () => {
          for (const day of days) void day.refetch();
        },
      };
    },
  });
}
