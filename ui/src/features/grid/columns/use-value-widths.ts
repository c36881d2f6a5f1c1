import { useState } from 'react';
import { makeLargestKeyRow, measureValueWidths, type ValueWidths } from '@/data/layouts/columns.utils';
import type { RowSource } from '@/data/paging/row-source';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';

/** Number of rows that are measured. More rows rarely have wider values, and take longer. */
const maxSampleRows = 40;

const noWidths: ValueWidths = new Map();

/**
 * Returns the widths of the values that were measured so far. Measures when a new segment is displayed (at first, after a
 * jump, in another order), but not the pages that load while scrolling, so that columns don't change their width then.
 */
export function useValueWidths(
  source: RowSource,
  { count, isStale }: Pick<PagedRows, 'count' | 'isStale'>,
  columns: readonly Column[],
): ValueWidths {
  const { table } = useTable();
  const { segment } = source.origin;
  const [measured, setMeasured] = useState<{ segment: object | undefined; widths: ValueWidths }>({
    segment: undefined,
    widths: noWidths,
  });
  if (measured.segment === segment || isStale || !count) return measured.widths;
  const rows = sampleRows(source);
  if (rows.length === 0) return measured.widths;
  // Reserves room for the keys of later rows, which grow with the number of rows.
  const largestKeyRow = makeLargestKeyRow(table, Math.max(table.estimatedRows ?? 0, count.count));
  const widths = measureValueWidths(table, columns, [...rows, largestKeyRow], measured.widths);
  setMeasured({ segment, widths });
  return widths;
}

/** Returns some of the loaded rows, evenly distributed, with the first and the last. */
function sampleRows(source: RowSource): Row[] {
  const loaded = [...source.loadedRows()].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  if (loaded.length <= maxSampleRows) return loaded;
  const step = (loaded.length - 1) / (maxSampleRows - 1);
  return Array.from({ length: maxSampleRows }, (_, i) => loaded[Math.round(i * step)]).filter(
    (row) => row !== undefined,
  );
}
