import { removeClosedValues } from '@/data/paging/groups/groups.utils';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import type { ChangePageState } from '@/table/use-page-state';
import { ColumnNotice } from '@/table/view/notices/column-notice';
import { gridMessages } from '../grid-messages';
import type { GridGrouping } from './use-grouping';

const messages = gridMessages.groups;

export interface InvalidGroupsNoticeProps {
  grouped: GridGrouping;
  state: TablePageState;
  change: ChangePageState;
}

/** Warns that the page's URL collapses groups that can't exist, and removes them from the URL. */
export function InvalidGroupsNotice({ grouped, state, change }: InvalidGroupsNoticeProps) {
  const { column, impossible } = grouped;
  if (impossible.length === 0 || !state.group) return null;
  const { closed } = state.group;
  const group = { column: column.name, closed: removeClosedValues(closed, impossible) };
  return (
    <ColumnNotice
      text={messages.invalid(column.title, impossible)}
      action={messages.ignoreInvalid}
      onAction={() => change({ group }, { replace: true })}
    />
  );
}
