import type { Filter } from '@/data/query/filters/filters.utils';
import { findRejectedCondition, removeCondition } from '@/data/query/filters/rejected-condition';
import { formatTablePageState, type TablePageState } from '@/data/query/page-state/table-page-state';
import type { ApiError } from '@/lib/api';
import type { Table } from '@/lib/api.gen';
import type { ErrorText } from '@/lib/errors/error-texts';
import { hrefs } from '@/lib/routes';
import { tableMessages } from '@/table/table-messages';
import { describeFilters } from './describe-filter';

const messages = tableMessages.filters;

/**
 * Returns the text of an error that a filter of the page causes because its column can't have the value, with a link to the page
 * without this filter; undefined for other errors.
 */
export function formatFilterError(
  error: ApiError,
  table: Table,
  state: TablePageState,
): ErrorText | undefined {
  const rejected = findRejectedCondition(table, state.filters, error);
  if (!rejected) return undefined;
  const { condition, value } = rejected;
  const filters: readonly Filter[] = removeCondition(state.filters, condition);
  const query = formatTablePageState({ ...state, filters });
  return {
    sentence: messages.valueRejected(describeFilters(table, [condition]), value),
    nextStep: messages.valueRejectedNextStep,
    link: {
      href: `${hrefs.table(table.schema, table.name)}${query === '' ? '' : `?${query}`}`,
      label: messages.removeRejected,
    },
  };
}
