import { useState } from 'react';
import { makeLargestKeyRow, measureValueWidths, type ValueWidths } from '@/data/layouts/columns.utils';
import type { RowSource } from '@/data/paging/row-source';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';

/** Rows that columns are fitted by; more of them seldom show wider values, and take time to be measured. */
const maxSampleRows = 40;

const noWidths: ValueWidths = new Map();

/**
 * How wide values have been so far. They are measured where one arrives (at the
 * table's beginning, after a jump, in another order), when all that is in view is
 * new; in pages that come while scrolling they aren't, so that columns keep still.
 */
export function useValueWidths(
  source: RowSource,
  { count, isStale }: Pick<PagedRows, 'count' | 'isStale'>,
  columns: readonly Column[],
): ValueWidths {
  const { table } = useTable();
  const { segment } = source.origin;
  const [met, setMet] = useState<{ run: object | undefined; widths: ValueWidths }>({
    run: undefined,
    widths: noWidths,
  });
  if (met.run === segment || isStale || !count) return met.widths;
  const rows = sampleRows(source);
  if (rows.length === 0) return met.widths;
  const last = makeLargestKeyRow(table, Math.max(table.estimatedRows ?? 0, count.count));
  const widths = measureValueWidths(table, columns, [...rows, last], met.widths);
  setMet({ run: segment, widths });
  return widths;
}

/** Some of the rows that are loaded, evenly spread, with the first and the last of them. */
function sampleRows(source: RowSource): Row[] {
  const loaded = [...source.loadedRows()].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  if (loaded.length <= maxSampleRows) return loaded;
  const apart = (loaded.length - 1) / (maxSampleRows - 1);
  return Array.from({ length: maxSampleRows }, (_, i) => loaded[Math.round(i * apart)]).filter(
    (row) => row !== undefined,
  );
}
