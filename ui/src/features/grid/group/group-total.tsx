import { isClosed, rowsIn } from '@/data/paging/groups/groups.utils';
import { formatCount, plural } from '@/lib/format';
import type { Grouped } from './use-grouping';

/** How many rows there are in how many groups, and what isn't known of them. */
export function GroupTotal({ grouped }: { grouped: Grouped }) {
  const { groups, loading, cut, counted, closed } = grouped;
  if (loading) return `Looking for groups… ${groups.length > 0 ? formatCount(groups.length) : ''}`;
  const many = plural(groups.length, 'group');
  if (!counted) {
    return (
      <span title="The table is very large, and its backend has no aggregates: groups are opened one at a time.">
        {cut ? `The first ${many}` : many}, not counted
      </span>
    );
  }
  const total = rowsIn(groups) ?? 0;
  const shut = groups.filter(({ value }) => isClosed(closed, value)).length;
  return (
    <>
      {cut ? `${plural(total, 'row')} in the first ${many}` : `${plural(total, 'row')} in ${many}`}
      {cut && '; the rows of the others stand below, without a heading'}
      {shut > 0 && `, ${formatCount(shut)} closed`}
    </>
  );
}

/** All rows of all groups, those of closed ones too; undefined where they aren't counted. */
export function countedRows({ groups, loading, cut, counted }: Grouped): number | undefined {
  return loading || cut || !counted ? undefined : rowsIn(groups);
}
