import { findTitleColumn } from '@/data/titles/row-titles';
import type { Column, Table } from '@/lib/api.gen';

/** The part of the grid's width that unpinned columns can occupy when they are frozen. */
const maxFrozenPart = 0.4;

export interface FrozenColumnsOptions {
  table: Table;
  /** The columns in the grid's order, pinned ones first. */
  columns: readonly Column[];
  /** The width of each column in pixels. */
  widths: readonly number[];
  pinned: ReadonlySet<string>;
  /** The width available for all columns in pixels. */
  availableWidth: number;
}

/**
 * Returns how many of the first columns are frozen (do not scroll horizontally). These are the pinned columns. Without
 * pinned columns, the columns up to the title column are frozen, if the columns do not fit and the frozen ones need at
 * most `maxFrozenPart` of the width.
 */
export function countFrozenColumns(options: FrozenColumnsOptions): number {
  const { table, columns, widths, pinned, availableWidth } = options;
  const pinnedCount = columns.filter(({ name }) => pinned.has(name)).length;
  const sum = (count: number) => widths.slice(0, count).reduce((total, width) => total + width, 0);
  if (pinnedCount > 0 || sum(columns.length) <= availableWidth) return pinnedCount;
  const title = findTitleColumn(table)?.name;
  const count = columns.findIndex(({ name }) => name === title) + 1;
  return sum(count) <= maxFrozenPart * availableWidth ? count : 0;
}
