import { formatTime } from '@/lib/format';

/** The texts of live updates. */
export const liveMessages = {
  live: 'Live',
  liveHint: 'Changes by other users appear immediately.',
  notLive: 'Not live',
  notLiveHint: 'Changes by other users appear when you return to this page.',
  noConnection: 'There is no connection for live updates.',
  rejected: 'The backend rejected the live updates of this table. Tableside tries again every 30 seconds.',
  viewHint: 'Live updates are available for tables, not for views.',
  ownerHint: 'To make this table live, the project’s owner runs this statement:',
  copyStatement: 'Copy statement',
  reconnecting: (lostAt: Date) => `Reconnecting… As of ${formatTime(lostAt)}`,
  asOf: (lostAt: Date) => `As of ${formatTime(lostAt)}`,
};
