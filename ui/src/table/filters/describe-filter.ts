import { type Filter, formatNested } from '@/data/query/filters/filters.utils';
import { parseCondition } from '@/data/query/operators/operators.utils';
import type { Table } from '@/lib/api.gen';
import { tableMessages } from '@/table/table-messages';
import { describeGroupLogic, formatOperandValue } from './filter-text.utils';

const messages = tableMessages.filters;

/** Returns filters, all of which must match, as plain text: 'Due on is before today and Status is draft'. */
export function describeFilters(table: Table, filters: readonly Filter[]): string {
  return filters.map((filter) => describeFilter(table, filter)).join(` ${messages.and} `);
}

/** Returns a filter as text, with the titles of columns and operators; in the syntax of the URL if it has no other description. */
function describeFilter(table: Table, filter: Filter): string {
  if (filter.kind === 'group') {
    const { before, between } = describeGroupLogic(filter);
    const items = filter.items.map((item) => describeFilter(table, item)).join(` ${between} `);
    return before === '' ? `(${items})` : `${before} (${items})`;
  }
  const column = table.columns.find(({ name }) => name === filter.column);
  const condition = column && parseCondition(column, filter);
  if (!column || !condition) return formatNested(filter);
  const { operator, values } = condition;
  const texts = values.map((value) =>
    formatOperandValue(table, column, operator, value, filter.path !== undefined),
  );
  return [column.title, operator.label, texts.join(messages.valueSeparator)].filter(Boolean).join(' ');
}
