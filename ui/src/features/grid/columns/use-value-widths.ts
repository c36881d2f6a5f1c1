import { useState } from 'react';
import { lastKeyed, type ValueWidths, widestValues } from '@/data/layouts/columns.utils';
import type { RowSource } from '@/data/paging/row-source';
import type { Pages } from '@/data/paging/segments/pages';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { useTable } from '@/table/table-context';

/** Rows that columns are fitted by; more of them seldom show wider values, and take time to be measured. */
const most = 40;

const none: ValueWidths = new Map();

/**
 * How wide values have been so far. They are measured where one arrives (at the
 * table's beginning, after a jump, in another order), when all that is in view is
 * new; in pages that come while scrolling they aren't, so that columns keep still.
 */
export function useValueWidths(
  source: RowSource,
  { count, stale }: Pick<Pages, 'count' | 'stale'>,
  columns: readonly Column[],
): ValueWidths {
  const { table } = useTable();
  const { run } = source.origin;
  const [met, setMet] = useState<{ run: object | undefined; widths: ValueWidths }>({
    run: undefined,
    widths: none,
  });
  if (met.run === run || stale || !count) return met.widths;
  const rows = sampleOf(source);
  if (rows.length === 0) return met.widths;
  const last = lastKeyed(table, Math.max(table.estimatedRows ?? 0, count.count));
  const widths = widestValues(table, columns, [...rows, last], met.widths);
  setMet({ run, widths });
  return widths;
}

/** Some of the rows that are loaded, evenly spread, with the first and the last of them. */
function sampleOf(source: RowSource): Row[] {
  const loaded = [...source.loaded()].toSorted(([a], [b]) => a - b).map(([, row]) => row);
  if (loaded.length <= most) return loaded;
  const apart = (loaded.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => loaded[Math.round(i * apart)]).filter(
    (row) => row !== undefined,
  );
}
