import { createContext, use } from 'react';
import type { SummaryFunction } from '@/data/values/summary/summary.utils';

/** The content of a column's cell in the summary row. */
export interface ColumnSummary {
  fn: SummaryFunction | undefined;
  /** `unread`: the values of some of the rows aren't loaded. */
  state: 'none' | 'loading' | 'known' | 'unread' | 'failed';
  /** The value in the column's own text; null where there is none. */
  text: string | null;
  /** The number of loaded rows that it summarizes, where the backend can't summarize all rows that match. */
  loadedRowCount?: number;
}

export interface SummaryContextValue {
  getSummary: (column: string) => ColumnSummary;
  setFunction: (column: string, fn: SummaryFunction | undefined) => void;
  /** How many rows it is of; undefined for all that match. */
  selectedRowCount: number | undefined;
  retry: () => void;
}

export const SummaryContext = createContext<SummaryContextValue | null>(null);

export function useSummary(): SummaryContextValue {
  const value = use(SummaryContext);
  if (!value) throw new Error('useSummary outside of SummaryProvider');
  return value;
}
