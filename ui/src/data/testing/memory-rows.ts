import type { Filter } from '@/data/query/filters/filters.utils';
import type { OrderTerm, Row, Value } from '@/data/rows/row';
import type { ListRequest, RowList } from '@/data/rows/rows-api';

/** Returns the response of a database with these rows. The planner's count is wrong by the factor `estimateError`. */
export function listMemoryRows(rows: readonly Row[], request: ListRequest, estimateError = 1): RowList {
  const { filters = [], order = [], limit, offset = 0, count } = request;
  const found = rows.filter((row) => filters.every((filter) => matchesFilter(filter, row)));
  const sorted = found.toSorted((a, b) => compareByOrder(order, a, b));
  const total = count === 'exact' ? found.length : Math.round(found.length * estimateError);
  return { rows: sorted.slice(offset, offset + limit), total: count && total };
}

/** Compares two rows by the order of a request. */
export function compareByOrder(order: readonly OrderTerm[], a: Row, b: Row): number {
  for (const { column, descending, nullsFirst = descending } of order) {
    const [x, y] = [a[column] ?? null, b[column] ?? null];
    if (x === y) continue;
    if (x === null) return nullsFirst ? -1 : 1;
    if (y === null) return nullsFirst ? 1 : -1;
    return compareValues(x, y) * (descending ? -1 : 1);
  }
  return 0;
}

const isNumber = (value: Value) => typeof value === 'string' && /^-?[\d.]+$/.test(value);

function compareValues(a: Value, b: Value): number {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

/** Whether a row meets a filter. */
export function matchesFilter(filter: Filter, row: Row): boolean {
  if (filter.kind === 'group') {
    const results = filter.items.map((item) => matchesFilter(item, row));
    return (filter.logic === 'and' ? results.every(Boolean) : results.some(Boolean)) !== filter.negated;
  }
  const value = row[filter.column] ?? null;
  if (filter.operator === 'is') return (value === null) !== filter.negated;
  if (value === null) return false;
  const order = compareValues(value, String(filter.value));
  const answers = { eq: order === 0, gt: order > 0, lt: order < 0, gte: order >= 0, lte: order <= 0 };
  return answers[filter.operator as keyof typeof answers];
}
