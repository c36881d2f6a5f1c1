import { TriangleAlert } from 'lucide-react';
import { readableColumns } from '@/data/layouts/columns.utils';
import { isGroupable } from '@/data/paging/groups/groups.utils';
import type { TablePageState } from '@/data/query/table-page-state';
import { useTable } from '@/table/table-context';
import type { ChangePageState } from '@/table/use-page-state';
import styles from '@/table/view/column-notice.module.css';

export interface UngroupableNoticeProps {
  state: TablePageState;
  change: ChangePageState;
}

/** Says that the page's address groups by a column whose values make no groups. */
export function UngroupableNotice({ state, change }: UngroupableNoticeProps) {
  const { table } = useTable();
  const column = readableColumns(table).find(({ name }) => name === state.group?.column);
  if (!column || isGroupable(column) || state.view.kind !== 'grid') return null;
  return (
    <div className={styles.notice} role="status">
      <TriangleAlert size={14} aria-hidden />
      <p dir="auto">Rows can’t be grouped by {column.title}: values of its type make no groups.</p>
      <button type="button" onClick={() => change({ group: undefined })}>
        Don’t group
      </button>
    </div>
  );
}
