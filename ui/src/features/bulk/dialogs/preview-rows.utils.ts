import type { Row } from '@/data/rows/row';
import { isSameValue } from '@/data/values/value.utils';
import type { ComputeChanges } from '@/data/writes/bulk/bulk.types';

/** The maximum number of rows that a preview shows. */
const maxShownRows = 5;

/** A row with the values that it gets. */
interface PreviewedRow {
  row: Row;
  changes: Row;
}

/**
 * Returns the rows of a preview: the first that change, then the first that don't, such as those without the text of a
 * replacement. `isReordered`: whether they are not the first rows.
 */
export function pickPreviewRows(rows: readonly Row[], change: ComputeChanges) {
  const all = rows.map((row): PreviewedRow => ({ row, changes: change(row) }));
  const isChanged = ({ row, changes }: PreviewedRow) =>
    Object.entries(changes).some(([name, value]) => !isSameValue(row[name] ?? null, value));
  const shown = [...all.filter(isChanged), ...all.filter((each) => !isChanged(each))].slice(0, maxShownRows);
  return { shown, isReordered: shown.some((each, i) => each !== all[i]) };
}
