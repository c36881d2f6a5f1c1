import { TriangleAlert } from 'lucide-react';
import { withoutClosed } from '@/data/paging/groups/groups.utils';
import type { PageState } from '@/data/query/page-state.utils';
import styles from '@/table/missing-columns.module.css';
import type { ChangePageState } from '@/table/use-page-state';
import type { Grouped } from './use-grouping';

export interface ImpossibleGroupsProps {
  grouped: Grouped;
  state: PageState;
  change: ChangePageState;
}

/** Says that the page's address closes groups that there can't be. */
export function ImpossibleGroups({ grouped, state, change }: ImpossibleGroupsProps) {
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
            { group: { column: column.name, closed: withoutClosed(closed, impossible) } },
            { replace: true },
          )
        }
      >
        Leave {impossible.length === 1 ? 'it' : 'them'} out
      </button>
    </div>
  );
}
