import { formatFieldName } from '@/data/query/filters/filters.utils';
import type { TablePageState } from '@/data/query/page-state/table-page-state';
import { removeColumns, unknownColumns } from '@/data/saved-views/saved-views.utils';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import { ColumnNotice } from '@/table/view/notices/column-notice';
import { savedViewsMessages } from './saved-views-messages';

const messages = savedViewsMessages.unknownColumns;

export interface UnknownColumnsNoticeProps {
  state: TablePageState;
  onChange: ChangePageState;
}

/** Names the columns of the page's URL that the user can't read, for example because a view is older than the table. */
export function UnknownColumnsNotice({ state, onChange }: UnknownColumnsNoticeProps) {
  const { table } = useTable();
  const columns = unknownColumns(table, state);
  if (columns.length === 0) return null;
  return (
    <ColumnNotice
      text={messages.notice(columns.map(formatFieldName))}
      action={messages.remove}
      onAction={() => onChange(removeColumns(state, columns))}
    />
  );
}
