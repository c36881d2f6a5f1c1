import type { Followed } from '@/data/live/follow';
import { getLiveTableId } from '@/data/live/live-status';
import type { Presence, PresenceState, TableName } from '@/data/live/presence/presence';
import { noneClosed } from '@/data/paging/groups/groups.utils';
import {
  emptyTablePageState,
  formatTablePageState,
  parseTablePageState,
  type TablePageState,
} from '@/data/query/page-state/table-page-state';
import { hrefs } from '@/lib/routes';

/** The location of a followed tab: on the table of this page, opening another table, or not present. */
export type FollowTarget =
  | { kind: 'here'; location: Presence }
  | { kind: 'moved'; next: TableName }
  | { kind: 'absent' };

/** Finds a followed tab among the users of a table. After a reload, the tab has another id: then any tab of the user counts. */
export function findFollowed(
  { users, moves }: PresenceState,
  table: TableName,
  { user, tab }: Followed,
): FollowTarget {
  const id = getLiveTableId(table);
  const ofUser = (users[id] ?? []).filter((location) => location.user.id === user.id);
  const same = ofUser.find((location) => location.tab === tab);
  const move = moves[id]?.find((other) => other.user.id === user.id && other.tab === tab);
  if (!same && move) return { kind: 'moved', next: move.next };
  const location = same ?? ofUser[0];
  return location ? { kind: 'here', location } : { kind: 'absent' };
}

/** Returns the page that shows what the followed tab shows, with the own filters, widths and size of the record. */
export function followHref(table: TableName, search: string, location: Presence): string {
  const own = parseTablePageState(search);
  const { view, order, group, select } = parseTablePageState(location.query);
  // The record of a cell that the user edits is not open.
  const record = location.isOpen ? (location.record ?? undefined) : location.column ? own.record : undefined;
  return formatTableHref(table, { ...own, view, order, group, select, record });
}

/** Returns what identifies a page for the follower: another value means that the user has navigated. */
export function identifyPage(path: string, search: string): string {
  const state = parseTablePageState(search);
  const group = state.group && { ...state.group, closed: noneClosed };
  const ignored = { layout: undefined, isFullPanel: false, copy: undefined };
  return `${path}?${formatTablePageState({ ...state, ...ignored, group })}`;
}

/** Returns the page of a table. */
export function formatTableHref(
  { schema, name }: TableName,
  state: TablePageState = emptyTablePageState,
): string {
  const query = formatTablePageState(state);
  return query === '' ? hrefs.table(schema, name) : `${hrefs.table(schema, name)}?${query}`;
}
