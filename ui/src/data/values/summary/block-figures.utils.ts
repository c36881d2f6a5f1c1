import type { Row, Value } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';
import {
  formatSummary,
  getFunctionLabel,
  listSummaryFunctions,
  type SummaryFunction,
  summarize,
} from './summary.utils';

export interface BlockFigure {
  name: string;
  value: string;
}

/** Maximum number of selected cells that are summarized. */
const maxCells = 100_000;

/**
 * Returns the figures of a block of selected cells: sum and average of numbers,
 * smallest and largest of numbers or times. Undefined if a row is not loaded, or
 * there are too many cells; empty if there is nothing to summarize.
 */
export function computeBlockFigures(
  table: Table,
  columns: readonly Column[],
  rows: () => Iterable<Row | undefined>,
): readonly BlockFigure[] | undefined {
  const summable = columns.filter((column) => listSummaryFunctions(table, column).includes('sum'));
  const summarized = summable.length > 0 ? summable : columns.length === 1 ? columns : [];
  const [lead] = summarized;
  if (!lead) return [];
  const offered = listSummaryFunctions(table, lead);
  const fns: SummaryFunction[] = (['sum', 'average', 'min', 'max'] as const).filter((fn) =>
    offered.includes(fn),
  );
  if (fns.length === 0) return [];
  const values: Value[] = [];
  for (const row of rows()) {
    if (!row || values.length > maxCells) return undefined;
    for (const { name } of summarized) values.push(row[name] ?? null);
  }
  const column = commonColumn(summarized, lead);
  return fns.flatMap((fn) => {
    const text = summarize(column, fn, values);
    return text === null
      ? []
      : { name: getFunctionLabel(fn, column), value: formatSummary(table, column, fn, text) };
  });
}

/** Returns a column by which to format numbers of several columns: it has their largest scale. */
function commonColumn(columns: readonly Column[], lead: Column): Column {
  if (columns.length === 1) return lead;
  const scale = Math.max(...columns.map((column) => column.scale ?? 0));
  return { ...lead, kind: 'numeric', scale };
}
