import { formatCount, formatPlural } from '@/lib/text/format';

/** The texts of the menus and buttons that offer actions on rows. */
export const actionMenusMessages = {
  record: 'Actions on this record',
  more: 'More actions',
  advance: (status: string) => `Advance to ${status}`,
  table: 'Actions',
  selection: 'Actions',
  tableMenu: (table: string) => `Actions on ${table}`,
  offline: 'You’re offline. The action didn’t run.',
  undo: 'Undo',
  rows: (count: number) => formatPlural(count, 'row'),
  undoRows: (count: number) => `Undo ${formatPlural(count, 'row')}`,
  nothingToUndo: 'There is nothing to undo.',
  undone: (title: string) => `${title} was undone`,
  undoFailed: 'Couldn’t undo the action',
  undoUnknown: 'It is unknown whether the action was undone. Check the record.',
  unknownAdvice: 'It may have run. Check the records before you run it again.',
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
  /** The progress of a run over many rows. */
  counts: (done: number, total: number) => `Ran on ${formatCount(done)} of ${formatPlural(total, 'row')}.`,
};
