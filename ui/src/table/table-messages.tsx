import type { ReactNode } from 'react';
import { formatCount, formatList, formatPlural } from '@/lib/text/format';

/** Picks the form for 1 or for any other count. */
const choose = (count: number, one: string, other: string) => (count === 1 ? one : other);

/** The texts of the parts that all views of a table share. A translation is one more file that satisfies `typeof tableMessages`. */
export const tableMessages = {
  unsaved: {
    queued: 'Not saved yet. Waiting to be sent.',
    failed: 'Not saved. The database rejected it. Recent changes shows why.',
    pendingDelete: 'Not deleted yet. Waiting to be sent.',
    failedDelete: 'Not deleted. The database rejected it. Recent changes shows why.',
  },
  favorites: { add: 'Add to favorites', remove: 'Remove from favorites' },
  cells: {
    overdue: 'Overdue',
    noValue: 'No value',
    emptyText: 'empty',
    emptyArray: '[ ]',
    moreItems: (count: number) => `+${formatCount(count)}`,
    noPicture: 'Picture not available',
    noPreview: 'No preview',
    noReference: 'None',
    saving: 'Saving',
    moving: 'Moving',
    fieldText: (field: string, text: string) => `${field}: ${text}`,
  },
  contacts: { email: 'Send email', phone: 'Call', web: 'Open' },
  editors: {
    cancel: 'Cancel',
    save: 'Save',
    arrayHint: 'One value per line, or a JSON array.',
    textHint: 'Shift+Enter adds a line.',
    search: (table: string) => `Search ${table}`,
  },
  changes: {
    rows: (count: number) => formatPlural(count, 'row'),
    stopping: 'Stopping…',
    undoing: 'Undoing…',
    redoing: 'Redoing…',
    undoingRows: (done: number, total: number) => `Undoing ${formatCount(done)} of ${formatCount(total)}…`,
    redoingRows: (done: number, total: number) => `Redoing ${formatCount(done)} of ${formatCount(total)}…`,
    undone: 'Undone',
    partlyUndone: (undone: number, total: number) => `${formatCount(undone)} of ${formatCount(total)} undone`,
    rejectedRows: (count: number, reason: string) => `${formatPlural(count, 'row')}: ${reason}`,
    changedAgain: 'It was changed again since, so it was not touched.',
    rowMissing: 'This row was deleted, or you can’t see it any more.',
    rowMissingHint: 'Reload to see the current rows.',
    edits: (count: number) => formatPlural(count, 'edit'),
    deletes: (count: number) => formatPlural(count, 'delete'),
    mixedChanges: (count: number) => formatPlural(count, 'change'),
    /** The title that the outbox stores for a delete. */
    deletedTitle: 'Deleted',
    deleteTitle: 'Delete',
    became: 'became',
    moreColumns: (count: number) => `and ${formatCount(count)} more`,
    decideLater: 'Decide later',
    dismiss: 'Dismiss',
    nothingToDelete: 'already deleted',
    notDeleted: 'not deleted',
    columnsNotChanged: (columns: readonly string[]) => `${formatList(columns)} not changed`,
    notChangedTo: (column: string, value: string) => `${column} not changed to ${value}`,
    null: 'NULL',
    quoted: (text: string) => `“${text}”`,
    failure: (heading: string, failure: string) => `${heading}: ${failure}`,
  },
  queue: {
    sending: 'Sending…',
    signedOut: (count: number) => `Sign in again to send ${choose(count, 'it', 'them')}.`,
    otherBackend: (count: number) =>
      `This workspace is now connected to another backend. ${choose(count, 'It is', 'They are')} sent when the previous backend is connected again.`,
    offline: (count: number) => `${choose(count, 'It is', 'They are')} sent when you are online again.`,
    unreachable: (count: number) =>
      `The database can’t be reached. ${choose(count, 'It is', 'They are')} sent when it responds.`,
  },
  conflict: {
    title: 'Someone else changed this too',
    description: (heading: ReactNode) => (
      <>While you edited {heading}, someone changed the same fields. Choose which values to save.</>
    ),
    mine: 'Yours',
    theirs: 'Theirs',
    discard: 'Discard my changes',
    save: 'Save selection',
  },
  undo: {
    show: 'Show',
    withdrawn: (count: number) =>
      count === 1 ? 'Undone before it was sent' : `${formatCount(count)} edits undone before they were sent`,
    undone: (count: number) => `${formatPlural(count, 'row')} undone`,
    redone: (count: number) => `${formatPlural(count, 'row')} redone`,
    failed: (count: number) => `${formatCount(count)} failed`,
    unchanged: (count: number) => `${formatCount(count)} unchanged`,
    stopped: (parts: readonly string[]) => `Stopped: ${formatList(parts)}.`,
    finished: (parts: readonly string[]) => `${formatList(parts)}.`,
    couldNotUndo: (change: string, reason: string) => `Couldn’t undo “${change}”. ${reason}`,
    couldNotRedo: (change: string, reason: string) => `Couldn’t redo “${change}”. ${reason}`,
    changeUndone: (table: string, change: string) => `${table}: “${change}” undone`,
    changeRedone: (table: string, change: string) => `${table}: “${change}” redone`,
    undoFailed: 'Couldn’t undo the change',
    redoFailed: 'Couldn’t redo the change',
  },
  deletion: {
    conflictTitle: (heading: string) => `Delete ${heading} anyway?`,
    conflictDescription: 'It was changed after you deleted it, so it was not deleted:',
    keep: 'Keep',
    deleteAnyway: 'Delete anyway',
    choose: 'Choose…',
    retry: 'Try again',
    failed: (reason: string) => `This record was not deleted. ${reason}`,
    queued: (reason: string) => `The delete of this record is queued. ${reason}`,
    done: (count: number, total: number) =>
      total === 1 ? 'Deleted.' : `Deleted ${formatPlural(count, 'row')}.`,
    pending: (count: number, total: number) =>
      total === 1
        ? 'The delete is sent as soon as possible.'
        : `${formatPlural(count, 'delete')} ${choose(count, 'is', 'are')} sent as soon as possible.`,
    cascades: (tables: readonly string[]) => `Related rows in ${formatList(tables)} are also deleted.`,
    clears: (tables: readonly string[]) => `References from ${formatList(tables)} are cleared.`,
    prevents: (tables: readonly string[]) =>
      `Rows in ${formatList(tables)} that refer to it prevent the delete.`,
    canUndo: 'You can undo this.',
    cannotUndo: (role: string) => `You can’t undo this: your role (${role}) can’t add rows.`,
    undoWithoutRelated: (rows: number) =>
      choose(rows, 'Undo restores only the row itself.', 'Undo restores only the rows themselves.'),
    undoWithNewKey: (rows: number) => choose(rows, 'Its ID will change.', 'Their IDs will change.'),
    undoWithout: (columns: readonly string[]) =>
      `${formatList(columns)} can’t be restored, because your role can’t set ${choose(columns.length, 'it', 'them')}.`,
    cannotUndoJsonNull: (columns: readonly string[]) =>
      `You can’t undo this: the backend can’t write the JSON value null of ${formatList(columns)} again.`,
    undoWithoutJsonNull: (columns: readonly string[]) =>
      `Rows with the JSON value null in ${formatList(columns)} can’t be restored.`,
    undoScope: 'Undo restores what you delete here, but not the rows that are deleted with it.',
  },
  references: {
    loading: 'Loading references',
    list: 'References',
    rowsOf: (count: number, table: string) => `${formatPlural(count, 'row')} of ${table}`,
    more: (count: number) => `and ${formatCount(count)} more`,
    hidden: (tables: readonly string[], rows: number) =>
      `${formatList(tables)} can also refer to ${choose(rows, 'it', 'them')}, but you can’t read those rows.`,
    failed: (tables: readonly string[], consequences: string) =>
      `Couldn’t load references from ${formatList(tables)}. ${consequences}`.trim(),
    deleted: (count: number) => `${choose(count, 'is', 'are')} also deleted.`,
    setNull: (count: number, columns: readonly string[]) =>
      `${choose(count, 'stays', 'stay')}, with ${formatList(columns)} set to NULL.`,
    setDefault: (count: number, columns: readonly string[]) =>
      `${choose(count, 'stays', 'stay')}, with ${formatList(columns)} set to the default.`,
    prevents: (count: number, columns: readonly string[]) =>
      `${choose(count, 'refers', 'refer')} to it in ${formatList(columns)}, so the database will reject the delete.`,
    unknown: (count: number, columns: readonly string[]) =>
      `${choose(count, 'refers', 'refer')} to it in ${formatList(columns)}. The effect is unknown.`,
  },
  moves: {
    queued: (result: string) => `${result} It is not saved yet.`,
    adjusted: (result: string) => `${result} The database changed the value.`,
  },
  fields: {
    fieldsOf: (title: string) => `Fields of ${title}`,
    back: (path: string) => `Back from ${path}`,
  },
  filters: {
    neither: 'neither',
    nor: 'nor',
    notAllOf: 'not all of',
    and: 'and',
    or: 'or',
    me: 'me',
    meOption: 'Me',
    emptyText: '“”',
    inSpan: (days: string) => `in ${days}`,
    textSearchLanguage: ' in ',
    valueSeparator: ', ',
    valueRejected: (filter: string, value: string) =>
      `The filter “${filter}” can’t be used: its column can’t have the value “${value}”.`,
    valueRejectedNextStep: 'Change the value, or remove the filter.',
    removeRejected: 'Remove filter',
  },
  datePicker: {
    previousYear: 'Previous year',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    nextYear: 'Next year',
    today: 'Today',
    time: 'Time',
    done: 'Done',
  },
  inputs: {
    chooseDay: 'Choose date',
    rangeStart: (field: string) => `${field} from`,
    rangeEnd: (field: string) => `${field} to`,
    noStart: 'no start',
    noEnd: 'no end',
    from: 'from',
    after: 'after',
    through: 'through',
    before: 'before',
    excludeStart: 'Exclude start',
    includeStart: 'Include start',
    excludeEnd: 'Exclude end',
    includeEnd: 'Include end',
    boundToggle: (state: string, action: string) => `${state}. ${action}`,
    tagsHint: 'Type and press Enter',
    removeTag: (tag: string) => `Remove ${tag}`,
    null: 'NULL',
  },
  position: {
    scrollbar: 'Position in table',
    backToTop: 'Back to top',
    firstRow: 'Go to first row',
    lastRow: 'Go to last row',
    shortcutGroup: 'Table',
    row: (row: string, count: string) => `Row ${row} of ${count}`,
    approximate: (count: string) => `≈ ${count}`,
  },
  follows: {
    follow: 'Follow',
    following: 'Following',
    followFailed: 'Couldn’t follow this',
    unfollowFailed: 'Couldn’t stop following this',
    hint: (title: string) => `Get notifications of changes of ${title}`,
    tooMany: (max: number) =>
      `You can follow ${formatCount(max)} records and views. Stop following one of them first.`,
  },
  comments: {
    count: (total: number, unread: number) =>
      `${formatPlural(total, 'comment')}${unread > 0 ? `, ${formatCount(unread)} unread` : ''}`,
  },
  live: {
    newRows: (count: number) => formatPlural(count, 'new row'),
    newOrder: 'Update order',
    editors: (name: string, more: number) => (more > 0 ? `${name} +${formatCount(more)}` : name),
    isEditing: (names: readonly string[]) =>
      `${formatList(names)} ${choose(names.length, 'is', 'are')} editing this field.`,
    isEditingRow: (names: readonly string[]) =>
      `${formatList(names)} ${choose(names.length, 'is', 'are')} editing this row`,
    moreUsers: (count: number) => `+${formatCount(count)}`,
    alsoHere: (names: readonly string[]) => `Also here: ${formatList(names)}`,
  },
  view: {
    kinds: { grid: 'Grid', board: 'Board', gallery: 'Gallery', calendar: 'Calendar', chart: 'Chart' },
    clearFilters: 'Clear filters',
    clearSearch: 'Clear search',
    noMatches: 'No matching rows',
    noMatchesHint: (table: string) => `None of the rows that you can see in ${table} match.`,
    empty: (table: string) => `No rows in ${table} yet`,
    emptyHint: 'Rows that you add appear here.',
    hiddenRowsHint: 'You see only the rows that your role can read.',
    createFirst: 'Create the first row',
    loading: 'Loading…',
    estimate: 'Estimate of the database',
    counting: 'counting…',
    stop: 'Stop',
    countExactly: 'Count exactly',
    rows: (count: number) => formatPlural(count, 'row'),
    viewOnly: 'View only',
    computedRows: 'The database computes these rows.',
    noPermission: (role: string, table: string) => `Your role (${role}) can’t change rows in ${table}.`,
    lockedColumn: (column: string, reason: string) => `${column}: ${reason}`,
  },
};
