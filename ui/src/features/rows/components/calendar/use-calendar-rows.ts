import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type CalendarRows, calendarQuery } from '../../api/calendar';
import type { CalendarSource, Days } from '../../api/calendar.utils';
import type { RowsView } from '../../api/keys';
import { useTable } from '../table-context';

export interface CalendarData {
  /** Undefined while they are read for the first time. */
  dated: CalendarRows | undefined;
  undated: CalendarRows | undefined;
  error: unknown;
  refetching: boolean;
  refetch: () => void;
}

export interface CalendarRowsOptions {
  source: CalendarSource;
  rowsView: RowsView;
  days: Days;
  /** The intervals beside it, which are read ahead. */
  beside: readonly Days[];
  zone: string;
}

/** The rows of the days that are shown, and those without a date. */
export function useCalendarRows({ source, rowsView, days, beside, zone }: CalendarRowsOptions): CalendarData {
  const { table } = useTable();
  const client = useQueryClient();
  const dated = useQuery(calendarQuery(table, rowsView, source, days, zone));
  const mayLack = source.column.nullable || source.range;
  const undated = useQuery({ ...calendarQuery(table, rowsView, source, null, zone), enabled: mayLack });
  const ready = dated.isSuccess;
  useEffect(() => {
    if (!ready) return;
    for (const next of beside) {
      // Read ahead only: what goes wrong is told when one gets there.
      void client.query(calendarQuery(table, rowsView, source, next, zone)).catch(() => undefined);
    }
  }, [ready, beside, client, table, rowsView, source, zone]);
  return {
    dated: dated.data,
    undated: undated.data,
    error: dated.error,
    refetching: dated.isRefetching,
    refetch: () => void dated.refetch(),
  };
}
