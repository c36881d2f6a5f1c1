import type { Column, Kind, Table } from '@/lib/api.gen';
import { condition, type Filter, group } from './filters.utils';
import type { OrderTerm, Row, Value } from './row';

/**
 * Paging by key. A page is asked for as 'the first n rows after this row', which
 * an index answers at the same cost wherever in the table the row stands; an
 * offset makes the database walk over everything before it.
 */

/** Kinds whose values compare the same as text in a filter as they do in the order. */
const comparable: ReadonlySet<Kind> = new Set([
  ...(['boolean', 'integer', 'numeric', 'float', 'text', 'uuid', 'date', 'time', 'timetz'] as const),
  ...(['timestamp', 'timestamptz', 'interval', 'enum', 'network'] as const),
]);

/** Longer than this, a value would make the address of the next page too long for some proxies. */
const longestAnchorValue = 1000;

/**
 * The columns that tell one row from every other: the primary key, else the
 * first unique key without a nullable column. Undefined where there is none that
 * this role can read: then single rows can't be addressed.
 */
export function identityOf(table: Table): readonly string[] | undefined {
  const readable = new Map(table.columns.filter((c) => c.privileges.select).map((c) => [c.name, c]));
  const usable = (key: readonly string[]) => key.length > 0 && key.every((name) => readable.has(name));
  if (usable(table.primaryKey)) return table.primaryKey;
  return table.uniqueKeys.find((key) => usable(key) && key.every((name) => !readable.get(name)?.nullable));
}

/**
 * The order that is asked for, made total by the table's key. Undefined where
 * that can't be: no key, or an order over a column that can't be compared in a
 * filter. Such tables are paged by offset.
 */
export function keysetOrder(table: Table, order: readonly OrderTerm[]): readonly OrderTerm[] | undefined {
  const identity = identityOf(table);
  if (!identity) return undefined;
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const total = withTiebreaker(order, identity);
  return total.every((term) => isComparable(columns.get(term.column))) ? total : undefined;
}

function isComparable(column: Column | undefined): boolean {
  return column?.privileges.select === true && !column.array && comparable.has(column.kind);
}

/** The order with the key's columns added, running the way of the last term so that one index can serve both. */
function withTiebreaker(order: readonly OrderTerm[], identity: readonly string[]): readonly OrderTerm[] {
  const named = new Set(order.map((term) => term.column));
  const descending = order.at(-1)?.descending ?? false;
  const rest = identity.filter((column) => !named.has(column)).map((column) => ({ column, descending }));
  return [...order, ...rest];
}

/** The order to ask for where pages go by offset: total if there is a key, as asked for if not. */
export function offsetOrder(table: Table, order: readonly OrderTerm[]): readonly OrderTerm[] {
  return withTiebreaker(order, identityOf(table) ?? []);
}

function nullsFirst(term: OrderTerm): boolean {
  return term.nullsFirst ?? term.descending;
}

/** The same order from its other end. */
export function reversed(order: readonly OrderTerm[]): OrderTerm[] {
  return order.map((term) => ({
    column: term.column,
    descending: !term.descending,
    nullsFirst: !nullsFirst(term),
  }));
}

/** The values of a row that the next page's filter needs. Undefined if one is too long to put in an address. */
export function anchorOf(order: readonly OrderTerm[], row: Row): Row | undefined {
  const anchor: Record<string, Value> = {};
  for (const { column } of order) {
    const value = row[column];
    if (value === undefined || Array.isArray(value)) return undefined;
    if (typeof value === 'string' && value.length > longestAnchorValue) return undefined;
    anchor[column] = value;
  }
  return anchor;
}

/**
 * The filter for the rows that come after the anchor in this (total) order:
 * for each term, equal in all terms before it and past the anchor in this one.
 */
export function afterAnchor(order: readonly OrderTerm[], anchor: Row): Filter {
  const branches: Filter[] = [];
  const equal: Filter[] = [];
  for (const term of order) {
    const value = anchor[term.column] ?? null;
    const past = pastValue(term, value);
    if (past) branches.push(equal.length === 0 ? past : group('and', [...equal, past]));
    equal.push(
      value === null ? condition(term.column, 'is', 'null') : condition(term.column, 'eq', String(value)),
    );
  }
  return group('or', branches);
}

function pastValue(term: OrderTerm, value: Value): Filter | undefined {
  if (value === null) {
    return nullsFirst(term) ? condition(term.column, 'is', 'null', true) : undefined;
  }
  const past = condition(term.column, term.descending ? 'lt' : 'gt', String(value));
  return nullsFirst(term) ? past : group('or', [past, condition(term.column, 'is', 'null')]);
}

/** Leaves out the `is null` branches of columns that are never null: shorter, and kinder to the planner. */
export function withoutImpossibleNulls(filter: Filter, table: Table): Filter {
  const required = new Set(table.columns.filter((column) => !column.nullable).map((column) => column.name));
  const simplify = (node: Filter): Filter => {
    if (node.kind === 'condition') return node;
    const items = node.items.filter((item) => !(isNullTest(item) && required.has(item.column))).map(simplify);
    const only = items.length === 1 && !node.negated ? items[0] : undefined;
    return only ?? { ...node, items };
  };
  return simplify(filter);
}

function isNullTest(filter: Filter): filter is Extract<Filter, { kind: 'condition' }> {
  return (
    filter.kind === 'condition' && filter.operator === 'is' && filter.value === 'null' && !filter.negated
  );
}
