import type { Row, Value } from '@/data/rows/row';
import type { Column, Table } from '@/lib/api.gen';
import { formatSummary, functionName, functionsFor, type SummaryFunction, summarize } from './summary.utils';

export interface BlockFigure {
  name: string;
  value: string;
}

/** More cells than this are not added up while they are being selected. */
const maxCells = 100_000;

/**
 * What a block of cells comes to: sum and average of its numbers, smallest and
 * largest of numbers or moments. Undefined where not all of it is loaded.
 */
export function blockFigures(
  table: Table,
  columns: readonly Column[],
  rows: () => Iterable<Row | undefined>,
): readonly BlockFigure[] | undefined {
  const added = columns.filter((column) => functionsFor(table, column).includes('sum'));
  const compared = columns.length === 1 ? columns : [];
  const [lead] = added.length > 0 ? added : compared;
  const of = added.length > 0 ? added : compared;
  if (!lead) return [];
  const offered = functionsFor(table, lead);
  const fns: SummaryFunction[] = (['sum', 'average', 'min', 'max'] as const).filter((fn) =>
    offered.includes(fn),
  );
  if (fns.length === 0) return [];
  const values: Value[] = [];
  for (const row of rows()) {
    if (!row || values.length > maxCells) return undefined;
    for (const { name } of of) values.push(row[name] ?? null);
  }
  const column = commonColumn(of, lead);
  return fns.flatMap((fn) => {
    const text = summarize(column, fn, values);
    return text === null
      ? []
      : { name: functionName(fn, column), value: formatSummary(table, column, fn, text) };
  });
}

/** Numbers of several columns have the digits of the longest of them. */
function commonColumn(columns: readonly Column[], lead: Column): Column {
  if (columns.length === 1) return lead;
  const scale = Math.max(...columns.map((column) => column.scale ?? 0));
  return { ...lead, kind: 'numeric', scale };
}
