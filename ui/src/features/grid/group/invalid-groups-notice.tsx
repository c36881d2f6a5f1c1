import { TriangleAlert } from 'lucide-react';
import { removeClosedValues } from '@/data/paging/groups/groups.utils';
import type { TablePageState } from '@/data/query/table-page-state';
import type { ChangePageState } from '@/table/use-page-state';
import styles from '@/table/view/column-notice.module.css';
import type { GridGrouping } from './use-grouping';

export interface InvalidGroupsNoticeProps {
  grouped: GridGrouping;
  state: TablePageState;
  change: ChangePageState;
}

/** Says that the page's address closes groups that there can't be. */
export function InvalidGroupsNotice({ grouped, state, change }: InvalidGroupsNoticeProps) {
  const { column, impossible } = grouped;
  if (impossible.length === 0 || !state.group) return null;
  const { closed } = state.group;
  const names = impossible.map((value) => `“${value}”`).join(', ');
  return (
    <div className={styles.notice} role="status">
      <TriangleAlert size={14} aria-hidden />
      <p dir="auto">
        {impossible.length === 1
          ? `The address closes a group that ${column.title} can’t have: ${names}.`
          : `The address closes groups that ${column.title} can’t have: ${names}.`}
      </p>
      <button
        type="button"
        onClick={() =>
          change(
            { group: { column: column.name, closed: removeClosedValues(closed, impossible) } },
            { replace: true },
          )
        }
      >
        Leave {impossible.length === 1 ? 'it' : 'them'} out
      </button>
    </div>
  );
}
