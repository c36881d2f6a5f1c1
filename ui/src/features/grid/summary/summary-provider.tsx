import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import {
  aggregatesQuery,
  type RequestedSummary,
  summaryName,
  summaryQuery,
} from '@/data/paging/counts/summary-query';
import type { RowSource } from '@/data/paging/row-source';
import type { Filter } from '@/data/query/filters.utils';
import type { Row } from '@/data/rows/row';
import { rowKeyText } from '@/data/rows/row-key-text';
import {
  defaultFunction,
  functionsFor,
  type SummaryFunction,
  summarize,
} from '@/data/values/summary/summary.utils';
import { keyOf } from '@/data/writes/batches/guards.utils';
import { matchAnyKey } from '@/data/writes/bulk/bulk-filters.utils';
import type { Column, Table } from '@/lib/api.gen';
import type { SelectionMode } from '@/table/selection/row-selection';
import { useTable } from '@/table/table-context';
import type { ColumnPrefs } from '../columns/use-column-prefs';
import { type ColumnSummary, SummaryContext, type SummaryContextValue } from './summary-context';

export interface SummaryProviderProps {
  columns: readonly Column[];
  filters: readonly Filter[];
  source: RowSource;
  /** The number of rows that match; undefined while it is not known exactly. */
  total: number | undefined;
  prefs: ColumnPrefs;
  setPrefs: (changes: Partial<ColumnPrefs>) => void;
  children: ReactNode;
}

/** Rows that were unticked are left out of the backend's sums up to so many: their keys are in the address. */
const maxExcludedRows = 100;

const noRows: ReadonlyMap<string, Row> = new Map();

/**
 * Provides the summary row's values. Those of selected rows are computed here,
 * those of all rows that match by the backend. Where that doesn't compute sums,
 * they are of the loaded rows.
 */
export function SummaryProvider({
  columns,
  filters,
  source,
  total,
  prefs,
  setPrefs,
  children,
}: SummaryProviderProps) {
  const { table, selection, edits } = useTable();
  const shown = prefs.summaryShown === true;
  const mode = useSyncExternalStore(selection.subscribe, selection.mode);
  const saved = useSyncExternalStore(edits.subscribe, () => edits.snapshot().lastSaveStamp);
  const ticked = mode.kind === 'rows' ? mode.rows : noRows;
  const wanted = useMemo(() => getRequestedSummaries(table, columns, prefs), [table, columns, prefs]);
  const all = useAllSummaries(useMatchingFilters(filters, mode), wanted, saved, shown && ticked.size === 0);
  const { version, loadedRows } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is loaded
  const rows = useMemo(
    () => (shown ? getTickedRows(table, ticked, loadedRows()) : []),
    [shown, table, ticked, version],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what is loaded
  const partial = useMemo(
    () => (all.canSum === false && shown ? getLoadedRows(table, loadedRows(), mode, total) : undefined),
    [all.canSum, shown, table, version, mode, total],
  );

  const value = useMemo<SummaryContextValue>(
    () => ({
      selectedRowCount: rows.length > 0 ? rows.length : undefined,
      retry: all.retry,
      setFunction: (column, fn) => setPrefs({ summary: { ...prefs.summary, [column]: fn ?? 'none' } }),
      getSummary: (name) => {
        const column = columns.find((candidate) => candidate.name === name);
        const one = wanted.find((candidate) => candidate.column === name);
        if (!column || !one) return { fn: undefined, state: 'none', text: null };
        if (rows.length > 0) return summarizeRows(column, one, rows);
        return partial && isSum(one.fn) ? summarizeLoadedRows(column, one, partial) : all.getSummary(one);
      },
    }),
    [rows, partial, all, columns, wanted, prefs.summary, setPrefs],
  );
  return <SummaryContext value={value}>{children}</SummaryContext>;
}

function getRequestedSummaries(
  table: Table,
  columns: readonly Column[],
  { summary = {} }: ColumnPrefs,
): RequestedSummary[] {
  return columns.flatMap((column) => {
    const chosen = summary[column.name] ?? defaultFunction(table, column);
    const fn = functionsFor(table, column).find((candidate) => candidate === chosen);
    return fn ? [{ column: column.name, fn }] : [];
  });
}

/** The filters of all that is selected, or of all that match. */
function useMatchingFilters(filters: readonly Filter[], mode: SelectionMode): readonly Filter[] {
  const { table } = useTable();
  return useMemo(() => {
    if (mode.kind !== 'all' || mode.excluded.size === 0 || mode.excluded.size > maxExcludedRows)
      return filters;
    const keys = [...mode.excluded.values()].flatMap((row) => {
      const key = keyOf(table, row);
      return key ? [key] : [];
    });
    return [...filters, { ...matchAnyKey(keys), negated: true }];
  }, [table, filters, mode]);
}

/** The ticked rows as they are now, as far as that is known here. */
function getTickedRows(
  table: Table,
  ticked: ReadonlyMap<string, Row>,
  loaded: Iterable<readonly [index: number, row: Row]>,
): Row[] {
  if (ticked.size === 0) return [];
  const now = new Map([...loaded].map(([, row]) => [rowKeyText(table, row), row]));
  return [...ticked].map(([key, row]) => now.get(key) ?? row);
}

function summarizeRows(column: Column, { fn }: RequestedSummary, rows: readonly Row[]): ColumnSummary {
  if (rows.some((row) => !(column.name in row))) return { fn, state: 'unread', text: null };
  const values = rows.map((row) => row[column.name] ?? null);
  return { fn, state: 'known', text: summarize(column, fn, values) };
}

interface LoadedRows {
  rows: readonly Row[];
  /** They are all rows that match. */
  isComplete: boolean;
}

/** The loaded rows without those that were excluded from the selection; undefined while none is loaded. */
function getLoadedRows(
  table: Table,
  loaded: Iterable<readonly [index: number, row: Row]>,
  mode: SelectionMode,
  total: number | undefined,
): LoadedRows | undefined {
  const all = [...loaded].map(([, row]) => row);
  if (all.length === 0 && total !== 0) return undefined;
  const isExcluded = (row: Row) => mode.kind === 'all' && mode.excluded.has(rowKeyText(table, row));
  return { rows: all.filter((row) => !isExcluded(row)), isComplete: all.length === total };
}

function summarizeLoadedRows(
  column: Column,
  wanted: RequestedSummary,
  { rows, isComplete }: LoadedRows,
): ColumnSummary {
  const summary = summarizeRows(column, wanted, rows);
  return isComplete ? summary : { ...summary, loadedRowCount: rows.length };
}

interface AllSummaries {
  /** Whether the backend computes sums; undefined while this is not known. */
  canSum: boolean | undefined;
  getSummary: (wanted: RequestedSummary) => ColumnSummary;
  retry: () => void;
}

function useAllSummaries(
  filters: readonly Filter[],
  wanted: readonly RequestedSummary[],
  saved: number | null,
  enabled: boolean,
): AllSummaries {
  const { table } = useTable();
  const able = useQuery({ ...aggregatesQuery(table), enabled: enabled && wanted.length > 0 });
  const found = useQuery({
    ...summaryQuery(table, filters, wanted, { aggregates: able.data === true, saved }),
    enabled: enabled && wanted.length > 0 && able.data !== undefined,
    placeholderData: (before) => before,
  });
  const { data, isError, isPlaceholderData, refetch } = found;
  const failed = isError || able.isError;
  const { refetch: probe } = able;
  return useMemo(
    () => ({
      canSum: able.data,
      retry: () => void (able.isError ? probe() : refetch()),
      getSummary: (one): ColumnSummary => {
        const { fn } = one;
        const text = data?.[summaryName(one)];
        if (failed) return { fn, state: 'failed', text: null };
        if (text === undefined || (isPlaceholderData && text === null))
          return { fn, state: 'loading', text: null };
        return { fn, state: 'known', text };
      },
    }),
    [data, failed, isPlaceholderData, able.data, able.isError, refetch, probe],
  );
}

/** Whether only the backend's aggregates can compute it for all rows. */
function isSum(fn: SummaryFunction): boolean {
  return fn === 'sum' || fn === 'average';
}
