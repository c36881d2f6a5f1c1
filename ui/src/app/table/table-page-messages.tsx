import type { ReactNode } from 'react';
import { formatCount, formatPlural } from '@/lib/text/format';

/** The texts of a table's page. A translation is one more file that satisfies `typeof tablePageMessages`. */
export const tablePageMessages = {
  addToDashboard: 'Add to dashboard',
  tables: 'Tables',
  newRecord: 'New record',
  newNoun: (noun: string) => `New ${noun}`,
  newShort: 'New',
  notFound: 'Table not found, or no access',
  notFoundHint: (role: string) =>
    `The table doesn’t exist, or your role (${role}) can’t access it. Ask the owner of this workspace for access.`,
  goBack: 'Go back',
  noColumns: 'No columns',
  noColumnsHint: (rows: number | undefined) =>
    rows === undefined
      ? 'This table has no columns, so its rows have no values.'
      : `This table has no columns, so its ${formatPlural(rows, 'row has', 'rows have')} no values.`,
  noPermission: 'You don’t have permission to read these rows',
  noPermissionHint: (role: string, table: ReactNode) => (
    <>
      Your role ({role}) can’t read {table}. Ask the owner of this workspace for access.
    </>
  ),
  secondFactor: {
    label: 'Second factor required',
    hint: (table: ReactNode) => (
      <>The rows of {table} are protected. Enter a code from your authenticator app to see them.</>
    ),
    badgeHint: 'Enter a code from your authenticator app to change these rows.',
    enterCode: 'Enter code',
  },
  toolbar: 'View',
  views: 'Views',
  loadingView: 'Loading the view',
  lanesBy: 'Lanes by',
  picturesFrom: 'Pictures from',
  daysBy: 'Days by',
  shortcuts: {
    group: 'Table',
    undo: 'Undo last change',
    redo: 'Redo last change',
    newRecord: 'New record',
  },
  status: {
    saving: 'Saving…',
    rowsLeft: (count: number) => `${formatPlural(count, 'row')} left`,
    saved: 'All changes saved',
  },
  selection: {
    label: 'Selected rows',
    estimate: 'Estimate of the database',
    approximate: (count: string) => `≈ ${count}`,
    selected: (count: string) => `${count} selected`,
    allSelected: (count: string) => `All ${count} matching rows selected`,
    selectAll: (count: string) => `Select all ${count} matching rows`,
    clear: 'Clear selection',
    count: (count: number) => formatCount(count),
  },
};
