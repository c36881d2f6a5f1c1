import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { ColumnPrefs } from '@/data/layouts/column-prefs';
import {
  aggregatesQuery,
  getSummaryKey,
  type RequestedSummary,
  summaryQuery,
} from '@/data/paging/counts/summary-query';
import type { RowSource } from '@/data/paging/row-source';
import type { Filter } from '@/data/query/filters/filters.utils';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { Row } from '@/data/rows/row';
import { findDefaultFunction, listSummaryFunctions, summarize } from '@/data/values/summary/summary.utils';
import { buildKeyFilters, getRowKey } from '@/data/writes/batches/guards.utils';
import { excludeRows } from '@/data/writes/batches/match-rows';
import type { Column, Table } from '@/lib/api.gen';
import { getOwnValue } from '@/lib/own-value';
import type { SelectionMode } from '@/table/selection/row-selection';
import { useTable } from '@/table/table-context';
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

/**
 * Maximum number of unticked rows that the backend's summaries exclude. Their keys are in the request's URL, which has a
 * limited length. If more rows are unticked, the summaries include them.
 */
const maxExcludedRows = 100;

const noRows: ReadonlyMap<string, Row> = new Map();

/**
 * Provides the values of the summary row. If rows are selected, they are computed from these rows in the browser;
 * otherwise by the backend from all matching rows. Sums that the backend doesn't compute are of the loaded rows.
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
  const isShown = prefs.summaryShown === true;
  const mode = useSyncExternalStore(selection.subscribe, selection.mode);
  const saved = useSyncExternalStore(edits.subscribe, () => edits.snapshot().lastSaveStamp);
  const ticked = mode.kind === 'rows' ? mode.rows : noRows;
  const requested = useMemo(() => getRequestedSummaries(table, columns, prefs), [table, columns, prefs]);
  const all = useAllSummaries(
    useMatchingFilters(filters, mode),
    requested,
    saved,
    isShown && ticked.size === 0,
  );
  const { version, loadedRows } = source;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the loaded rows
  const rows = useMemo(
    () => (isShown ? getTickedRows(table, ticked, loadedRows()) : []),
    [isShown, table, ticked, version],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the loaded rows
  const partial = useMemo(
    () => (all.hasMissing && isShown ? getLoadedRows(table, loadedRows(), mode, total) : undefined),
    [all.hasMissing, isShown, table, version, mode, total],
  );

  const value = useMemo<SummaryContextValue>(
    () => ({
      selectedRowCount: rows.length > 0 ? rows.length : undefined,
      retry: all.retry,
      setFunction: (column, fn) => setPrefs({ summary: { ...prefs.summary, [column]: fn ?? 'none' } }),
      getSummary: (name) => {
        const column = columns.find((candidate) => candidate.name === name);
        const summary = requested.find((candidate) => candidate.column === name);
        if (!column || !summary) return { fn: undefined, state: 'none', text: null };
        if (rows.length > 0) return summarizeRows(column, summary, rows);
        return partial && all.isMissing(summary)
          ? summarizeLoadedRows(column, summary, partial)
          : all.getSummary(summary);
      },
    }),
    [rows, partial, all, columns, requested, prefs.summary, setPrefs],
  );
  return <SummaryContext value={value}>{children}</SummaryContext>;
}

/** Returns the chosen or the default function of each column that has one. */
function getRequestedSummaries(
  table: Table,
  columns: readonly Column[],
  { summary = {} }: ColumnPrefs,
): RequestedSummary[] {
  return columns.flatMap((column) => {
    const chosen = getOwnValue(summary, column.name) ?? findDefaultFunction(table, column);
    const fn = listSummaryFunctions(table, column).find((candidate) => candidate === chosen);
    return fn ? [{ column: column.name, fn }] : [];
  });
}

/** Returns the filters of the summarized rows: of all matching rows, without unticked rows. */
function useMatchingFilters(filters: readonly Filter[], mode: SelectionMode): readonly Filter[] {
  const { table } = useTable();
  return useMemo(() => {
    if (mode.kind !== 'all' || mode.excluded.size === 0 || mode.excluded.size > maxExcludedRows)
      return filters;
    const keys = [...mode.excluded.values()].flatMap((row) => {
      const key = getRowKey(table, row);
      return key ? [buildKeyFilters(key)] : [];
    });
    return [...filters, excludeRows(keys)];
  }, [table, filters, mode]);
}

/** Returns the ticked rows, in their current version if they are loaded. */
function getTickedRows(
  table: Table,
  ticked: ReadonlyMap<string, Row>,
  loaded: Iterable<readonly [index: number, row: Row]>,
): Row[] {
  if (ticked.size === 0) return [];
  const current = new Map([...loaded].map(([, row]) => [getCachedRowKey(table, row), row]));
  return [...ticked].map(([key, row]) => current.get(key) ?? row);
}

function summarizeRows(column: Column, { fn }: RequestedSummary, rows: readonly Row[]): ColumnSummary {
  if (rows.some((row) => !Object.hasOwn(row, column.name))) return { fn, state: 'notLoaded', text: null };
  const values = rows.map((row) => row[column.name] ?? null);
  return { fn, state: 'known', text: summarize(column, fn, values) };
}

interface LoadedRows {
  rows: readonly Row[];
  /** Whether they are all matching rows. */
  isComplete: boolean;
}

/** Returns the loaded rows without the unticked ones; undefined while no row is loaded. */
function getLoadedRows(
  table: Table,
  loaded: Iterable<readonly [index: number, row: Row]>,
  mode: SelectionMode,
  total: number | undefined,
): LoadedRows | undefined {
  const all = [...loaded].map(([, row]) => row);
  if (all.length === 0 && total !== 0) return undefined;
  const isExcluded = (row: Row) => mode.kind === 'all' && mode.excluded.has(getCachedRowKey(table, row));
  return { rows: all.filter((row) => !isExcluded(row)), isComplete: all.length === total };
}

function summarizeLoadedRows(
  column: Column,
  requested: RequestedSummary,
  { rows, isComplete }: LoadedRows,
): ColumnSummary {
  const summary = summarizeRows(column, requested, rows);
  return isComplete ? summary : { ...summary, loadedRowCount: rows.length };
}

interface AllSummaries {
  /** Whether the backend can't compute one of the summaries. */
  hasMissing: boolean;
  /** Whether the backend can't compute a summary. */
  isMissing: (requested: RequestedSummary) => boolean;
  getSummary: (requested: RequestedSummary) => ColumnSummary;
  retry: () => void;
}

/** Returns the summaries of all matching rows. `saved` changes after each save, which requests them again. */
function useAllSummaries(
  filters: readonly Filter[],
  requested: readonly RequestedSummary[],
  saved: number | null,
  enabled: boolean,
): AllSummaries {
  const { table } = useTable();
  const isEnabled = enabled && requested.length > 0;
  const support = useQuery({ ...aggregatesQuery(table), enabled: isEnabled });
  const summaries = useQuery({
    ...summaryQuery(table, filters, requested, { aggregates: support.data === true, saved }),
    enabled: isEnabled && support.data !== undefined,
    placeholderData: (before) => before,
  });
  const { data, isError, isPlaceholderData, refetch } = summaries;
  const hasFailed = isError || support.isError;
  const { refetch: refetchSupport } = support;
  return useMemo(() => {
    const isMissing = (summary: RequestedSummary) =>
      data !== undefined && !isPlaceholderData && !Object.hasOwn(data, getSummaryKey(summary));
    return {
      hasMissing: requested.some(isMissing),
      isMissing,
      retry: () => void (support.isError ? refetchSupport() : refetch()),
      getSummary: (summary): ColumnSummary => {
        const { fn } = summary;
        const text = data?.[getSummaryKey(summary)];
        if (hasFailed) return { fn, state: 'failed', text: null };
        if (text === undefined || (isPlaceholderData && text === null))
          return { fn, state: 'loading', text: null };
        return { fn, state: 'known', text };
      },
    };
  }, [requested, data, hasFailed, isPlaceholderData, support.isError, refetch, refetchSupport]);
}
