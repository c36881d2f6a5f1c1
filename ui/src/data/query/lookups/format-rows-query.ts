import type { OrderTerm } from '@/data/rows/row';
import { groupBy } from '@/lib/text/group-by';
import {
  type Condition,
  condition,
  type Filter,
  formatFilters,
  formatNested,
  type Parameter,
  quoteName,
} from '../filters/filters.utils';
import { formatOrder } from '../page-state/table-page-state';
import { isLookupName, parseLookupName } from './lookup-name';

/** The rows of a request. Columns of filters and of the order can be lookups. */
export interface RowsQuery {
  /** The items of `select`, formatted. */
  select: string;
  filters?: readonly Filter[];
  order?: readonly OrderTerm[];
  /** Whether `select` contains aggregates. PostgREST would group them by each column of an embedded relation. */
  isAggregate?: boolean;
}

/**
 * Formats a request for rows: `select`, filters and order. A filter on a lookup becomes an embedded relation with that
 * filter: `tableside_filter_0:customer_id!inner(country)&tableside_filter_0.and=(country.eq.DE)`. Within `or` and `not`,
 * and for empty values, the row is compared with the existence of the linked record: `or=(tableside_filter_0.not.is.null,…)`.
 * A row without a linked record has no value, as in the displayed column.
 * Source: https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
 */
export function formatRowsQuery({
  select,
  filters = [],
  order = [],
  isAggregate = false,
}: RowsQuery): Parameter[] {
  const embeds = new Embeds(isAggregate);
  const ownFilters = filters.flatMap((filter) => embeds.addRequired(filter));
  const ownOrder = order.map((term, i) => embeds.addOrder(term, i));
  return [
    ['select', [select, ...embeds.items].join(',')],
    ...formatFilters(ownFilters),
    ...embeds.parameters,
    ...(ownOrder.length > 0 ? [['order', ownOrder.join(',')] as const] : []),
  ];
}

/** The embedded relations of a request, with their filters. */
class Embeds {
  readonly items: string[] = [];
  readonly parameters: Parameter[] = [];
  readonly #isEmpty: boolean;

  constructor(isEmpty: boolean) {
    this.#isEmpty = isEmpty;
  }

  /** Adds a filter that each row must match. Returns the filters that remain for the row itself. */
  addRequired(filter: Filter): Filter[] {
    if (filter.kind === 'group') return [this.#replace(filter)];
    if (!isLookupName(filter.column)) return [filter];
    if (isNullTest(filter)) return [this.#replace(filter)];
    this.#add(filter, '!inner');
    return [];
  }

  /** Replaces each condition on a lookup by one on the existence of a matching record. */
  #replace(filter: Filter): Filter {
    if (filter.kind === 'group') return { ...filter, items: filter.items.map((item) => this.#replace(item)) };
    if (!isLookupName(filter.column)) return filter;
    return isNullTest(filter)
      ? condition(this.#add({ ...filter, negated: true }, ''), 'is', 'null')
      : condition(this.#add(filter, ''), 'is', 'null', true);
  }

  /** Embeds the record of a condition. Returns the name of the embedded relation. */
  #add(filter: Condition, join: '' | '!inner'): string {
    const { references, column } = parseLookupName(filter.column);
    const [first = '', ...others] = references;
    const alias = `tableside_filter_${this.items.length}`;
    const opened = others.map((reference) => `${quoteName(reference)}!inner(`).join('');
    // A relation without columns selects all of them, which needs the privilege to read each.
    const selected = this.#isEmpty ? '' : quoteName(column);
    this.items.push(
      `${alias}:${quoteName(first)}${join}(${opened}${selected}${')'.repeat(references.length)}`,
    );
    const path = [alias, ...others.map(quoteName)].join('.');
    this.parameters.push([`${path}.and`, `(${formatNested({ ...filter, column })})`]);
    return alias;
  }

  /** Formats a term, and embeds the record of a lookup. PostgREST sorts only by a record to which the row itself refers. */
  addOrder(term: OrderTerm, index: number): string {
    if (!isLookupName(term.column)) return formatOrder([term]);
    const { references, column } = parseLookupName(term.column);
    const alias = `tableside_order_${index}`;
    this.items.push(`${alias}:${references.map(quoteName).join('(')}(${quoteName(column)})`);
    return formatOrder([{ ...term, column: '' }]).replace(/^""/, `${alias}(${quoteName(column)})`);
  }
}

/** Whether a condition is that the value is empty, which is also true for a row without a linked record. */
function isNullTest({ operator, value, negated }: Condition): boolean {
  return operator === 'is' && value === 'null' && !negated;
}

/** A lookup to select: its name, its alias in the response, and its cast, such as `::text`. */
export interface SelectedLookup {
  name: string;
  alias: string;
  cast: string;
}

/** Formats lookups as items of `select`, with one spread relation for each linked record: `...customer_id(a:country,b:name)`. */
export function formatSelectedLookups(lookups: readonly SelectedLookup[]): string[] {
  return formatLevel(
    lookups.map((lookup) => ({ ...lookup, path: parseLookupName(lookup.name) })),
    0,
  );
}

interface LookupWithPath extends SelectedLookup {
  path: ReturnType<typeof parseLookupName>;
}

/** Formats lookups as items of `select`: those with `depth` references as columns, others within spread relations. */
function formatLevel(lookups: readonly LookupWithPath[], depth: number): string[] {
  const own = lookups.filter(({ path }) => path.references.length === depth);
  const deeper = groupBy(
    lookups.filter(({ path }) => path.references.length > depth),
    ({ path }) => path.references[depth] ?? '',
  );
  return [
    ...own.map(({ alias, path, cast }) => `${alias}:${quoteName(path.column)}${cast}`),
    ...deeper.map(
      (items) =>
        `...${quoteName(items[0]?.path.references[depth] ?? '')}(${formatLevel(items, depth + 1).join(',')})`,
    ),
  ];
}
