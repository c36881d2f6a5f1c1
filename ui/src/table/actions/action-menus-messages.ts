/** The texts of the menus and buttons that offer actions on rows. */
export const actionMenusMessages = {
  record: 'Actions on this record',
  more: 'More actions',
  table: 'Actions',
  selection: 'Actions',
  tableMenu: (table: string) => `Actions on ${table}`,
  offline: 'You’re offline. The action didn’t run.',
  undo: 'Undo',
  undone: (title: string) => `${title} was undone`,
  undoFailed: 'Couldn’t undo the action',
  undoUnknown: 'It is unknown whether the action was undone. Check the record.',
  show: 'Show report',
  /** The state of a run in the list of recent changes; '' for a run that succeeded. */
  states: {
    running: 'Running',
    done: '',
    failed: 'Failed',
    unknown: 'Unknown outcome',
    canceled: 'Canceled',
    interrupted: 'Interrupted',
  },
  undoneState: 'Undone',
};
