import { createContext, use } from 'react';
import type { SummaryFunction } from '@/data/values/summary/summary.utils';

/** The content of a column's cell in the summary row. */
export interface ColumnSummary {
  fn: SummaryFunction | undefined;
  /** `notLoaded`: the values of some of the rows aren't loaded. */
  state: 'none' | 'loading' | 'known' | 'notLoaded' | 'failed';
  /** The value as text of the column's type; null if there is none, like the sum of no values. */
  text: string | null;
  /** The number of loaded rows that it summarizes, if the backend can't summarize all rows that match. */
  loadedRowCount?: number;
}

export interface SummaryContextValue {
  /** Returns the summary of a column by its name. */
  getSummary: (column: string) => ColumnSummary;
  /** Chooses a column's function; undefined for no summary. */
  setFunction: (column: string, fn: SummaryFunction | undefined) => void;
  /** The number of selected rows that the summaries are of; undefined if they are of all matching rows. */
  selectedRowCount: number | undefined;
  /** Requests failed summaries again. */
  retry: () => void;
}

export const SummaryContext = createContext<SummaryContextValue | null>(null);

/** Returns the summaries. Must be called below SummaryProvider. */
export function useSummary(): SummaryContextValue {
  const value = use(SummaryContext);
  if (!value) throw new Error('useSummary outside of SummaryProvider');
  return value;
}
