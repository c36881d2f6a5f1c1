import { isGroupable } from '@/data/paging/groups/groups.utils';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { listReadableColumns } from '@/data/rows/readable-columns';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { ColumnNotice } from '@/table/view/notices/column-notice';
import { gridMessages } from '../grid-messages';

const messages = gridMessages.groups;

export interface UngroupableNoticeProps {
  state: TablePageState;
  change: ChangePageState;
}

/** Warns that the page's URL groups by a column whose type doesn't support grouping. */
export function UngroupableNotice({ state, change }: UngroupableNoticeProps) {
  const { table } = useTable();
  const column = listReadableColumns(table).find(({ name }) => name === state.group?.column);
  if (!column || isGroupable(column) || state.view.kind !== 'grid') return null;
  return (
    <ColumnNotice
      text={messages.ungroupable(column.title)}
      action={messages.remove}
      onAction={() => change({ group: undefined })}
    />
  );
}
