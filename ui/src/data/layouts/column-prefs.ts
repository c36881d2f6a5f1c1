import type { ColumnLayout } from '@/data/query/page-state/table-page-state';
import type { SummaryFunction } from '@/data/values/summary/summary.utils';
import type { Table } from '@/lib/api.gen';

/** The heights of a grid's rows. */
export const rowSizes = ['compact', 'normal', 'tall'] as const;

export type RowSize = (typeof rowSizes)[number];

/** The user's preferences for the columns of a table, on this device. */
export interface ColumnPrefs extends ColumnLayout {
  /** The visible columns, in order; undefined for the table's default. The columns in the page's URL have precedence. */
  select?: readonly string[];
  /** The fields on cards, in order; undefined for the view's default. */
  fields?: readonly string[];
  summaryShown?: boolean;
  /** The height of the rows; default: normal. */
  rowSize?: RowSize;
  /** Whether texts in tall rows are wrapped; default: true. */
  wraps?: boolean;
  /** The functions of the summary row that differ from the defaults, by column. */
  summary?: Readonly<Record<string, SummaryFunction | 'none'>>;
}

const defaultPrefs: ColumnPrefs = { pinned: [], widths: {} };

/** Returns the key of the stored preferences. */
export function getColumnPrefsKey(userId: string, { schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `tableside.columns.${userId}.${schema}.${name}`;
}

/** Returns the stored preferences; the defaults if the browser blocks its storage or the content is invalid. */
export function readColumnPrefs(key: string): ColumnPrefs {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return stored && typeof stored === 'object' ? { ...defaultPrefs, ...stored } : defaultPrefs;
  } catch {
    return defaultPrefs;
  }
}

/** Stores the preferences. If the browser blocks its storage, they end with the page. */
export function storeColumnPrefs(key: string, prefs: ColumnPrefs): void {
  try {
    localStorage.setItem(key, JSON.stringify(prefs));
  } catch {
    // The page keeps them in memory.
  }
}
