import { formatCount, formatPlural } from '@/lib/text/format';

/** The texts of bulk changes. `rows` is a count with the table's noun: '214 orders'. A translation is one more file that satisfies `typeof bulkMessages`. */
export const bulkMessages = {
  actions: {
    edit: 'Edit…',
    delete: 'Delete…',
  },
  scope: {
    countFailed: 'Couldn’t count the rows.',
    counting: 'Counting…',
    changes: 'This changes ',
    deletes: 'This deletes ',
    end: '.',
    moreMatch: (count: number) =>
      `More rows match now than the ${formatCount(count)} you confirmed. Nothing has changed yet.`,
    allRows: 'All rows in this table',
    allMatches: 'Rows that match',
    excluded: (count: number) => `except ${formatCount(count)} that you deselected`,
    separator: ', ',
    more: (count: number) => ` and ${formatCount(count)} more`,
    noUndo: (max: number) => `Changes of more than ${formatCount(max)} rows can’t be undone.`,
  },
  confirmation: {
    typeCount: (count: number) => `Type ${formatCount(count)} to confirm`,
  },
  edit: {
    title: (rows: string) => `Edit ${rows}`,
    titleWithoutCount: (table: string) => `Edit ${table}`,
    submit: (rows: string) => `Change ${rows}`,
    submitWithoutCount: 'Change',
    cancel: 'Cancel',
    column: 'Column to change',
    firstColumn: 'Choose a column…',
    nextColumn: 'Add another column…',
    searchColumns: 'Search columns',
  },
  field: {
    mode: (column: string) => `How to change ${column}`,
    modes: {
      set: 'Set to',
      amount: 'Change by',
      percent: 'Change by %',
      days: 'Move by days',
      replace: 'Find and replace',
    },
    setNull: (column: string, nullLabel: string) => `Set ${column} to ${nullLabel}`,
    amountHint: 'e.g. 5 or -5',
    percentHint: 'e.g. 10 or -10',
    daysHint: 'e.g. 7 or -7',
    find: 'Find',
    replaceWith: 'Replace with',
    matchCase: 'Match case',
    setHint: 'New value for all',
    emptyText: 'empty',
    mixedValues: 'Mixed values',
    currentValue: 'Current value: ',
    remove: (column: string) => `Remove ${column}`,
  },
  checks: {
    required: 'Required',
    number: 'Enter a number, e.g. 15.90',
    days: 'Enter a whole number of days.',
    daysZero: 'Enter a number of days other than 0.',
    tooManyDays: (max: number) => `Enter at most ${formatCount(max)} days.`,
    search: 'Enter the text to find.',
    amountZero: 'Enter an amount other than 0.',
    percentZero: 'Enter a percentage other than 0.',
    percentTooLow: 'Enter -100 or more.',
  },
  preview: {
    label: 'Preview',
    /** `shown` is the number of listed rows, `total` of all rows that are changed. */
    rows: (shown: number, total: number, isReordered: boolean) => {
      if (shown >= total) return 'All rows';
      return isReordered
        ? `${formatCount(shown)} of ${formatCount(total)} rows, changed rows first`
        : `The first ${formatCount(shown)} of ${formatCount(total)} rows`;
    },
    record: 'Record',
    becomes: 'becomes',
    unchanged: 'unchanged',
    failed: 'Couldn’t load the preview.',
    loading: 'Loading the preview…',
  },
  delete: {
    title: (rows: string) => `Delete ${rows}?`,
    titleWithoutCount: (table: string) => `Delete from ${table}?`,
    submit: (rows: string) => `Delete ${rows}`,
    submitWithoutCount: 'Delete',
    cancel: 'Cancel',
    canUndo: 'You can undo this.',
    newKeys: 'Their IDs will change.',
    undoWithoutRelated: 'Undo restores only the rows themselves.',
  },
  leave: {
    title: 'Stop and leave?',
    confirm: 'Stop and leave',
    changed: 'Rows that are already changed stay changed.',
    deleted: 'Rows that are already deleted stay deleted.',
  },
  verbs: {
    change: { running: 'Changing', finished: 'Changed', fileName: 'changed' },
    delete: { running: 'Deleting', finished: 'Deleted', fileName: 'deleted' },
  },
  progress: {
    label: 'Progress',
    title: (verb: string, rows: string) => `${verb} ${rows}`,
    position: (processed: number, total: number) => `${formatCount(processed)} of ${formatCount(total)}`,
    paused: (position: string) => `Paused at ${position}`,
    canceling: 'Waiting for the last response…',
    canceledChange: (rows: string) => `Canceled. ${rows} not changed.`,
    canceledDelete: (rows: string) => `Canceled. ${rows} not deleted.`,
    updated: (rows: string) => `${rows} updated`,
    deleted: (rows: string) => `${rows} deleted`,
    partlyDone: (saved: number, total: number) => `${formatCount(saved)} of ${formatCount(total)}.`,
    skipped: (count: number) => `${formatPlural(count, 'row')} no longer matched.`,
    laterMatches: 'Rows that matched only later were not changed.',
    sentence: (text: string) => `${text}.`,
    alreadySet: (text: string, count: number) =>
      `${text}. ${formatCount(count)} already had ${count === 1 ? 'this value' : 'these values'}.`,
    allRejected: (count: number) =>
      `The database rejected all of the first ${formatCount(count)} rows. Continue with the others?`,
    pause: 'Pause',
    continue: 'Continue',
    tryAgain: 'Try again',
    resume: 'Resume',
    cancel: 'Cancel',
    download: 'Download report',
    retry: (count: number) => `Try ${formatCount(count)} again`,
    undo: 'Undo',
    done: 'Done',
  },
  outcomes: {
    unchanged: 'Already set',
    rejected: 'Rejected',
    conflict: 'Changed by someone else',
    missing: 'Not found',
    unknown: 'Unknown',
  },
  report: {
    filter: 'Filter by result',
    all: 'All',
    outcomeCount: (outcome: string, count: number) => `${outcome} ${formatCount(count)}`,
    truncated: (listedCount: number, total: number) =>
      `These are the first ${formatCount(listedCount)} of ${formatCount(total)} rows. The downloaded report lists all rows.`,
    label: 'Result by row',
    record: 'Record',
    result: 'Result',
    /** Heads of the columns of the downloaded report, after those of the key. */
    columns: ['record', 'result', 'reason'],
    fileName: (table: string, verb: string) => `${table} - ${verb}.csv`,
  },
  history: {
    changed: (rows: string) => `Changed ${rows}`,
    deleted: (rows: string) => `Deleted ${rows}`,
    /** While the job runs, and in the list of changes if the page was closed before its end. */
    partOf: (done: number, rows: string) => `${formatCount(done)} of ${rows}`,
  },
};
