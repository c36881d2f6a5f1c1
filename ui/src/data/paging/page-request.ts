import type { RowsView } from '@/data/rows/keys';
import type { Row } from '@/data/rows/row';
import { listRows, type RowList } from '@/data/rows/rows';
import type { Table } from '@/lib/api.gen';
import { anyOf, beyond, type Cut } from './cursor/cut.utils';
import { keysetOrder, offsetOrder, reversed } from './cursor/keyset.utils';

/** Which rows of a view to ask for. */
export interface PageRequest {
  /** Where they begin, or backwards end; the table's own start or end if not given. */
  cut?: Cut | undefined;
  forwards: boolean;
  /** Rows to leave out, counted from the cut. It costs the database a walk over them. */
  skip?: number;
  limit: number;
  /** Counts the rows of the view as well. Only from the start: what lies beyond a cut isn't the whole. */
  count?: 'estimated' | 'exact' | undefined;
  signal?: AbortSignal | undefined;
  list?: typeof listRows;
}

/** The rows next to a cut, in the order of the view. */
export async function fetchPage(table: Table, view: RowsView, request: PageRequest): Promise<RowList> {
  const { cut, forwards, skip = 0, limit, count, signal, list = listRows } = request;
  const keyset = keysetOrder(table, view.order);
  const order = keyset ?? offsetOrder(table, view.order);
  const ranges = cut && keyset ? beyond({ table, order: keyset }, cut, forwards) : [[]];
  const rows: Row[] = [];
  let total: number | undefined;
  for (const range of skip > 0 ? [anyOf(ranges)] : ranges) {
    const answer = await list(table, {
      filters: [...view.filters, ...range],
      order: forwards ? order : reversed(order),
      columns: view.columns,
      limit: limit - rows.length,
      offset: skip,
      count,
      signal,
    });
    rows.push(...answer.rows);
    total = answer.total;
    if (rows.length >= limit) break;
  }
  return { rows: forwards ? rows : rows.reverse(), total };
}

/** How many rows of a view lie before a cut; all of them without one. */
export async function countBefore(
  table: Table,
  view: Pick<RowsView, 'filters' | 'order'>,
  cut: Cut | undefined,
  count: 'exact' | 'planned',
  signal?: AbortSignal,
): Promise<number> {
  const order = keysetOrder(table, view.order);
  const ranges = cut && order ? beyond({ table, order }, cut, false) : [[]];
  const columns = table.columns.filter((column) => column.privileges.select).slice(0, 1);
  const counted = ranges.map((range) =>
    listRows(table, {
      filters: [...view.filters, ...range],
      columns: columns.map(({ name }) => name),
      limit: 0,
      count,
      signal,
    }),
  );
  return (await Promise.all(counted)).reduce((sum, { total = 0 }) => sum + total, 0);
}
