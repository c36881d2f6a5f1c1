import type { ReactNode } from 'react';
import { formatCount, formatDateTime, formatList, formatPlural } from '@/lib/text/format';

const seconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Formats a duration: '240 ms', '3.2 s'. */
function formatDuration(milliseconds: number): string {
  return milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${seconds.format(milliseconds / 1_000)} s`;
}

/** The texts of actions. A translation is one more file that satisfies `typeof actionsMessages`. */
export const actionsMessages = {
  title: 'Actions',
  offline: 'You’re offline. The action didn’t run.',
  form: {
    about: (subject: ReactNode) => <>For {subject}</>,
    cancel: 'Cancel',
    run: 'Run',
    back: 'Back',
    runAgain: 'Run again',
    done: 'Done',
    close: 'Close',
    running: 'Running…',
    stop: 'Cancel',
    problems: (count: number) => `Check ${formatPlural(count, 'field')}.`,
    confirm: 'This action changes data. Do you want to run it?',
    question: (title: string) => `${title}?`,
    defaultValue: (value: string) => `Default: ${value}`,
    noValue: 'No value',
    useDefault: 'Use default',
    clear: 'Clear',
    json: 'JSON',
    rowHint: (table: string) => `A row of ${table} as JSON`,
    fieldsHint: (fields: readonly string[]) => `JSON with ${formatList(fields)}`,
    search: (table: string) => `Search ${table}`,
    loadingRow: 'Loading the record',
  },
  file: {
    choose: 'Choose file…',
    replace: 'Replace…',
    uploading: (percent: number) => `Uploading, ${percent}%`,
    stored: (bucket: string) => `Stored in ${bucket}.`,
    hint: (limits: string, bucket: string) =>
      `${limits.charAt(0).toLocaleUpperCase()}${limits.slice(1)}. Stored in ${bucket}.`,
    uploadingFirst: 'Wait until the file is uploaded.',
  },
  outcome: {
    failed: 'The action didn’t run.',
    rejected: 'The function rejected the call.',
    unknown: 'It is unknown whether the action ran.',
    unknownHint: (links: ReactNode) => (
      <>No response arrived. Check {links} before you run it again: it may have run already.</>
    ),
    unknownAdvice: (links: ReactNode) => <>It may have run. Check {links} before you run it again.</>,
    thePage: 'the records that it changes',
    canceledHint: (links: ReactNode) => (
      <>You canceled while it was running. Check {links}: it may have run, or a part of it.</>
    ),
    errorHint: (links: ReactNode) => (
      <>The function ended with an error. Check {links}: some of its changes may be stored.</>
    ),
    incomplete: (size: string) => `Received before that: ${size}`,
  },
  toast: {
    done: (title: string) => `${title}: done`,
    field: (column: string, row: string, value: string) => `${column} of ${row} is now ${value}`,
    fields: (row: string, columns: readonly string[]) => `${row}: ${formatList(columns)} changed`,
    row: (title: string, row: string) => `${title}: ${row}`,
    show: 'Show',
  },
  result: {
    none: 'Done. There is no result.',
    empty: 'The result has no rows.',
    rows: (count: number) => formatPlural(count, 'row'),
    firstRows: (count: number, total: number) =>
      `The first ${formatCount(count)} of ${formatCount(total)} rows`,
    firstRowsHint:
      'The backend returns no more rows at once. Copy and download contain only these. Use the action’s arguments to get the others.',
    firstRowsFile: (name: string, count: number) => `${name}-first-${count}`,
    label: 'Result',
    text: 'Text',
    copy: 'Copy',
    download: 'Download',
    downloadCSV: 'CSV',
    downloadJSON: 'JSON',
    openLink: 'Open link',
    openFile: 'Open file',
    file: (name: string, size: string) => `${name} (${size})`,
    truncated: (shown: number, total: number) =>
      `The first ${formatCount(shown)} of ${formatCount(total)} rows. The download contains all rows.`,
    details: 'Details',
    status: 'Status',
    time: 'Time',
    milliseconds: formatDuration,
    headers: 'Headers',
    openRecord: (heading: string) => `Open ${heading}`,
    streaming: (size: string) => `Receiving the response, ${size} so far…`,
    events: (count: number) => formatPlural(count, 'event'),
    lastEvents: (shown: number, total: number) =>
      `The last ${formatCount(shown)} of ${formatCount(total)} events. The download contains all events.`,
    shortened: (shown: number, total: number) =>
      `The first ${formatCount(shown)} of ${formatCount(total)} characters. The download contains the whole text.`,
    expand: (name: string) => `Expand ${name}`,
  },
  page: {
    empty: 'No actions yet',
    emptyHint:
      'The database functions that your role can execute appear here as actions. Ask the owner of this workspace for access.',
    loading: 'Loading the action',
    unavailable: 'This action can’t be run here',
    notFound: 'Action not found',
    notFoundHint: (role: string) =>
      `The action doesn’t exist, or your role (${role}) doesn’t have permission to run it.`,
    all: 'Show all actions',
    search: 'Search actions',
    noMatches: 'No actions match.',
    ofTable: (table: string) => `On ${table}`,
    edge: 'Edge functions',
    others: 'General',
    warnings: (count: number) => `${formatPlural(count, 'problem')} in comments`,
    warningsHint: 'Only owners see this.',
    onRow: (table: string) => `Choose a record in ${table} to run it.`,
    recent: 'Recent runs',
    noRuns: 'No runs in this browser yet.',
  },
  table: {
    menu: 'Actions',
    selection: 'Run…',
  },
  rows: {
    collecting: (count: number) => `Reading rows, ${formatCount(count)} so far…`,
    collectFailed: 'Couldn’t read the rows.',
    runs: (title: string, rows: ReactNode) => (
      <>
        Runs “{title}” on {rows}.
      </>
    ),
    runsOnce: (title: string, rows: ReactNode) => (
      <>
        Runs “{title}” once with {rows}.
      </>
    ),
    skipped: (count: number) => `${formatPlural(count, 'row')} can’t be used and will be skipped.`,
    nothing: 'None of the selected rows can be used.',
    missing: (count: number) => `${formatPlural(count, 'row')} no longer exist.`,
    more: (count: number) => ` and ${formatCount(count)} more`,
    submit: (title: string, rows: string) => `${title}: ${rows}`,
    title: (title: string, rows: string) => `${title}: ${rows}`,
    tooMany: (max: number) => `Select at most ${formatCount(max)} rows.`,
    typeCount: (count: number) => `Type ${formatCount(count)} to confirm`,
  },
  job: {
    label: 'Progress',
    position: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)}`,
    paused: (position: string) => `Paused at ${position}`,
    canceling: 'Waiting for the last responses…',
    canceled: (rest: number) => `Canceled. ${formatPlural(rest, 'row')} not run.`,
    interrupted: (rest: number) => `Interrupted. ${formatPlural(rest, 'row')} not run.`,
    done: (done: number, total: number) =>
      done === total
        ? `Ran on all ${formatPlural(total, 'row')}.`
        : `Ran on ${formatCount(done)} of ${formatPlural(total, 'row')}.`,
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    background: 'Run in background',
    close: 'Close',
    download: 'Download report',
    continue: (count: number) => `Run the other ${formatCount(count)}`,
    retry: (count: number) => `Retry ${formatCount(count)} failed`,
    otherPage: 'Another page is running it.',
    unknownHint: (count: number) =>
      `It is unknown whether it ran on ${formatPlural(count, 'row')}. Check these records: they are not run again.`,
    outcomes: {
      done: 'Done',
      failed: 'Failed',
      unknown: 'Unknown',
      sending: 'Running',
      pending: 'Not run',
    },
    outcomeCount: (outcome: string, count: number) => `${outcome} ${formatCount(count)}`,
    all: 'All',
    filter: 'Filter by outcome',
    record: 'Record',
    result: 'Result',
    truncated: (shown: number, total: number) =>
      `The first ${formatCount(shown)} of ${formatCount(total)}. The report contains all rows.`,
    columns: ['key', 'record', 'outcome', 'result'],
    fileName: (name: string) => `${name}-report.csv`,
  },
  developer: {
    title: 'Developer view',
    method: 'Request',
    headers: 'Headers',
    body: 'Body',
    copy: 'Copy as cURL',
    curlHint:
      'The command calls the project itself. Set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and ACCESS_TOKEN first.',
    history: 'History in this browser',
    noHistory: 'No runs yet.',
    at: (date: Date) => formatDateTime(date),
    noBody: 'No body',
  },
  state: {
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    unknown: 'Unknown',
    canceled: 'Canceled',
    interrupted: 'Interrupted',
    undone: 'Undone',
  },
};
