import { formatPlural, formatTime } from '@/lib/text/format';

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
  follow: {
    following: (name: string) => `Following ${name}.`,
    hiddenFilters: (count: number) =>
      `${formatPlural(count, 'filter')} of their page ${count === 1 ? 'is' : 'are'} not shared.`,
    stop: 'Stop following',
    left: (name: string) => `${name} left the tables that you can see. You no longer follow them.`,
  },
  presence: {
    label: (count: number) =>
      count === 0 ? 'Other users' : `${formatPlural(count, 'other user')} on this page`,
    title: 'Other users',
    here: 'Also here',
    alone: 'No other user is on this page',
    editing: (column: string) => `edits ${column}`,
    onRecord: 'on a record',
    onTable: 'on this page',
    follow: 'Follow',
    followUser: (name: string) => `Follow ${name}`,
    setting: 'Who can see me',
    modes: {
      private: 'Users who can read this table',
      public: 'Everyone with the project’s key',
      off: 'Nobody',
    },
    hints: {
      private: 'They see your name, and the record and field that you work on if they can read it.',
      public:
        'This works without policies. Everyone with the project’s publishable key can see your name, but only users who can read a record see that you work on it.',
      off: 'You don’t see others either.',
    },
    rejected:
      'The project has no policies for this yet. Its owner can install the output of “tableside schema-sql --live”.',
  },
};
