import { formatList } from '@/lib/text/format';

/** The texts of the data layer about writes. A translation is one more file that satisfies `typeof writesMessages`. */
export const writesMessages = {
  /** Titles of changes. The browser stores them with the history. */
  edited: 'Edited',
  added: 'Added',
  deleted: 'Deleted',
  /** Why a cell can't be edited. */
  locks: {
    generated: 'The database computes this column.',
    identity: 'The database generates this value.',
    view: 'This view is read-only.',
    noRowPermission: 'You don’t have permission to change rows in this table.',
    noKey: 'This table has no key, so its rows can’t be edited.',
    noColumnPermission: 'You don’t have permission to change this column.',
    searchVector: 'The database maintains this column for searches.',
    bytes: 'Binary values can’t be edited here.',
  },
  /** Why a row was not written. */
  offline: 'You are offline.',
  cannotChange: 'You don’t have permission to change this row.',
  cannotDelete: 'You don’t have permission to delete this row.',
  policyDecides: 'A policy or a trigger of the database decides this.',
  rowMissing: 'The row no longer exists, or you can no longer see it.',
  rowChanged: 'Another user changed this row in the meantime.',
  noResponse: 'The server did not respond. Check the row.',
  notWritten: 'The row was not changed. The reason is unknown, because the job was canceled.',
  checkRow: 'Check the row, then try again.',
  missingKey: (table: string) => `A row of ${table} has no key, so it can’t be changed.`,
  /** Why an edit is not sent. */
  pendingDelete: 'This row is queued to be deleted.',
  withdrawDelete: 'To edit it, first cancel the delete in the row or in the list of changes.',
  possibleDuplicate: 'A row with these values already exists.',
  checkDuplicate:
    'It may be this one, added before the connection was lost. Check it, then add it again or discard it.',
  missingColumns: (names: readonly string[], table: string) =>
    names.length === 1
      ? `${table} has no column ${formatList(names)}, or you have no access to it.`
      : `${table} has no columns ${formatList(names)}, or you have no access to them.`,
  valuesStayQueued: 'The values stay here until you discard them.',
  missingTable: 'This table no longer exists, or you have no access to it.',
  checkSchema: 'It may have been renamed, or your permissions changed.',
  otherWorkspace: (name: string) => `This change was made in a workspace with the name “${name}”.`,
  checkWorkspace: 'Try again only if that workspace had the same data, for example before it was renamed.',
  replayInterrupted: 'The page was closed during this undo or redo, so it may be done already.',
};
