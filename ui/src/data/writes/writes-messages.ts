/** The texts of the data layer about writes. A translation is one more file that satisfies `typeof writesMessages`. */
export const writesMessages = {
  offline: 'You are offline.',
  cannotChange: 'You don’t have permission to change this row.',
  cannotDelete: 'You don’t have permission to delete this row.',
  policyDecides: 'A policy or a trigger of the database decides this.',
  notWritten: 'The row was not changed. The reason is unknown, because the job was canceled.',
  checkRow: 'Check the row, then try again.',
  noResponse: 'The server did not respond. Check the row.',
  /** Titles of changes, as the list of changes names them. */
  edited: 'Edited',
  added: 'Added',
  deleted: 'Deleted',
  pendingDelete: 'This row is queued to be deleted.',
  withdrawDelete: 'To edit it, first cancel the delete in the row or in the list of changes.',
  possibleDuplicate: 'A row with these values already exists.',
  checkDuplicate:
    'It may be this one, added before the connection was lost. Check it, then add it again or discard it.',
  rowMissing: 'The row no longer exists, or you can no longer see it.',
  rowChanged: 'Another user changed this row in the meantime.',
};
