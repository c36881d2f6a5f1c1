import { createContext, use } from 'react';
import type { SummaryFunction } from '../../../values/summary.utils';

/** What a column's cell of the summary row shows. */
export interface ColumnSummary {
  fn: SummaryFunction | undefined;
  /** `off`: this backend doesn't add up; `unread`: not all of the rows' values are here. */
  state: 'none' | 'loading' | 'known' | 'off' | 'unread' | 'failed';
  /** The value in the column's own text; null where there is none. */
  text: string | null;
}

export interface SummaryContextValue {
  of: (column: string) => ColumnSummary;
  choose: (column: string, fn: SummaryFunction | undefined) => void;
  /** How many rows it is of; undefined for all that match. */
  selected: number | undefined;
  retry: () => void;
}

export const SummaryContext = createContext<SummaryContextValue | null>(null);

export function useSummary(): SummaryContextValue {
  const value = use(SummaryContext);
  if (!value) throw new Error('useSummary outside of SummaryProvider');
  return value;
}
