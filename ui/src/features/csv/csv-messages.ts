import { formatBytes, formatCount, formatList, formatPlural } from '@/lib/text/format';

/** Returns "it" for one item and "them" for several. */
const pronoun = (things: readonly unknown[]) => (things.length === 1 ? 'it' : 'them');

/** The texts of the import of files. A translation is one more file that satisfies `typeof csvMessages`. */
export const csvMessages = {
  page: {
    title: 'Import',
    importInto: (table: string) => `Import into ${table}`,
    tableNotFound: 'Table not found, or no access',
    tableNotFoundReason: (name: string) => `No table is named “${name}”, or your role has no access to it.`,
    notAllowed: (table: string) => `You don’t have permission to add rows to ${table}`,
    notAllowedReason: (role: string) =>
      `Your role (${role}) can’t insert rows here. Ask the workspace’s owner for access.`,
    backToTable: 'Back to table',
    dropFile: (table: string) => `Drop an Excel or CSV file to import into ${table}`,
    chooseFileFor: (table: string) => `Choose an Excel or CSV file to import into ${table}`,
    pasteLabel: 'Or paste rows',
    pasteHint: 'Copy rows in a spreadsheet, then paste them here',
    readPasted: 'Review rows',
    pastedName: 'Pasted rows',
    reviewFirst: 'You can review everything before it is saved.',
    chooseFile: 'Choose file',
    chooseOtherFile: 'Choose another file',
    fileInput: 'File to import',
    reading: (file: string) => `Reading ${file}`,
    readFailed: (file: string) => `Couldn’t read ${file}.`,
    notImportable: (file: string) => `${file} can’t be imported`,
    empty: (file: string) => `${file} is empty`,
  },
  file: {
    columnName: (position: number) => `Column ${position}`,
    misplacedQuote: (row: number) => `A quotation mark is missing or misplaced near row ${formatCount(row)}.`,
    notWorkbook: 'This is not an Excel workbook. Open it in a spreadsheet app and save it as .xlsx or CSV.',
    workbookTooLarge:
      'This workbook is damaged or too large to read here. Open it in a spreadsheet app and save it as CSV.',
    oldWorkbook:
      'This is an old Excel workbook, or one with a password. Open it in a spreadsheet app and save it as .xlsx without a password.',
    compressed: 'This file is compressed. Unpack it first.',
    notText: 'This is not a text file.',
    readerStopped: 'Reading the file failed. Choose the file again.',
  },
  readOptions: {
    label: 'File format',
    sheet: 'Sheet',
    separator: 'Separator',
    separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
    encoding: 'Encoding',
    encodings: {
      'utf-8': 'UTF-8',
      'windows-1252': 'Windows-1252',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16, big-endian',
    },
    hasHeader: 'First row contains column names',
  },
  mapping: {
    label: 'Columns',
    target: (column: string) => `Target of “${column}”`,
    skip: 'Skip this column',
    search: 'Search columns…',
    showMore: (more: number, total: number) =>
      `Show ${formatCount(more)} more of ${formatPlural(total, 'column')}`,
    matchColumn: (table: string) => `How to find rows of ${table}`,
    matchBy: (column: string) => `by ${column}`,
    /** The title of a record that consists of several columns. */
    recordTitle: 'title',
    filledByDatabase: 'The database fills in this column.',
    notFillable: 'Your role can’t fill in this column.',
  },
  options: {
    label: 'Import options',
    existingRows: 'Existing rows',
    insertAll: 'Insert all rows as new',
    updateBy: (columns: readonly string[]) => `Update rows with the same ${formatList(columns)}`,
    updateHelp: 'To update rows, map a unique column. You also need permission to change all mapped columns.',
    emptyCells: 'Treat empty cells as',
    emptyCellMeanings: {
      quoted: 'NULL, or empty text if ""',
      null: 'NULL (no value)',
      text: 'Empty text in text columns',
      default: 'The column’s default',
    },
    decimals: 'Decimals',
    decimalSeparators: { '.': 'Point: 1,234.56', ',': 'Comma: 1.234,56' },
    removeEscapes: (cells: number) =>
      `Remove the apostrophe before texts that look like formulas (${formatPlural(cells, 'cell')})`,
  },
  sameValues: {
    label: 'Same value for all rows',
    addColumn: 'Add a column',
    allRows: 'Same value for all rows',
    allRowsWithUpdates: 'Same value for all rows, also existing ones',
    clear: 'Clear',
    clearLabel: (column: string) => `Clear ${column}`,
  },
  requiredColumns: {
    mapOrEnter: (columns: readonly string[]) =>
      `Map a column to ${formatList(columns)}, or enter the same value for all rows. Every row needs ${pronoun(columns)}.`,
    mapColumns: (columns: readonly string[]) =>
      `Map a column to ${formatList(columns)}. Every row needs ${pronoun(columns)}.`,
    notFillable: (columns: readonly string[]) =>
      `Every row needs ${formatList(columns)}, but your role can’t fill ${pronoun(columns)} in. Ask the workspace’s owner for access.`,
    appliesToUpdates: 'This also applies to existing rows.',
    leaveEmpty: (columns: readonly string[]) =>
      `Leave ${pronoun(columns)} empty; the database fills ${pronoun(columns)} in`,
  },
  plan: {
    summary: (bytes: number, rows: number, columns: number) =>
      `${formatBytes(bytes)}, ${formatPlural(rows, 'row')}, ${formatPlural(columns, 'column')}`,
    isRejectionReport: 'These rows were rejected before. The columns with the reasons are ignored.',
    tryOtherSeparator: (warning: string) => `${warning} Try a different separator.`,
    noRows: 'This file has no rows.',
    onlyHeader: 'This file has no rows, only column names.',
    nothingMapped: 'No columns are mapped. Choose a target for at least one column above.',
    insertRows: 'Insert rows',
    insert: (rows: number) => `Insert ${formatPlural(rows, 'row')}`,
    noUndo: (max: number) => `Imports of more than ${formatCount(max)} rows can’t be undone.`,
    insertOrUpdate: (rows: number) => `Insert or update ${formatPlural(rows, 'row')}`,
  },
  check: {
    checking: 'Checking all rows…',
    noneValid:
      'No row can be imported yet. Correct the values below, or change the columns and options above.',
    allValid: (valid: number) => `${formatPlural(valid, 'row')} can be imported.`,
    someInvalid: (valid: number, invalid: number) =>
      `${formatPlural(valid, 'row')} can be imported, ${formatPlural(invalid, 'row')} can’t.`,
    invalidRows: 'Rows that can’t be imported',
    correct: 'Correct the marked cells here. Each is checked again when you leave it.',
    cell: (column: string, row: number) => `${column} in row ${formatCount(row)}`,
    emptyCell: 'Empty cell',
    moreInvalid: (listed: number, total: number) =>
      `These are the first ${formatCount(listed)} of ${formatPlural(total, 'row')}. Correct the others in the file.`,
    preview: 'First rows',
    wrongCellCount: (cells: number, expected: number) =>
      `This row has ${formatPlural(cells, 'cell')} instead of ${formatCount(expected)}.`,
    cellError: (error: string) => `The spreadsheet has the error ${error} in this cell. Enter a value.`,
    noMatch: (text: string) => `No match for “${text}” that you can see.`,
    severalMatches: (text: string) => `Several rows match “${text}”.`,
    keyRequired: 'This column identifies existing rows, so it can’t be empty.',
  },
  rejections: {
    row: 'Row',
    column: 'Column',
    reason: 'Reason',
    details: 'Details',
    /** Headings of the columns that a report of rejected rows adds before the columns of the file. */
    reportColumns: {
      reason: 'rejection reason',
      message: 'error message',
      details: 'error details',
      hint: 'error hint',
      code: 'error code',
    },
    reportFile: (file: string) => `${file.replace(/\.[^.]*$/, '')} - rejected.csv`,
    reportReason: (column: string, message: string) => `${column}: ${message}`,
  },
  progress: {
    importingInto: (table: string) => `Import into ${table}`,
    label: 'Progress',
    position: (rows: number, total: number) => `${formatCount(rows)} of ${formatPlural(total, 'row')}`,
    pausedAt: (position: string) => `Paused at ${position}`,
    canceling: 'Canceling, waiting for the last request…',
    canceledAt: (position: string) => `Canceled at ${position}`,
    done: (rows: number) => `Done: ${formatPlural(rows, 'row')}`,
    inserted: 'Inserted',
    updated: 'Updated',
    insertedOrUpdated: 'Inserted or updated',
    rejected: 'Rejected',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    openTable: 'Open table',
    importOtherFile: 'Import another file',
    downloadRejected: 'Download rejected rows',
    fixRejected: 'Fix the rows in the downloaded file and import it again. Reason columns are ignored.',
    rejectedRows: 'Rejected rows',
    moreRejected: (rows: number) => `The download contains all ${formatPlural(rows, 'row')}.`,
    cancelTitle: 'Cancel import?',
    cancelImport: 'Cancel import',
    continueImport: 'Continue import',
    undo: 'Undo',
    undoLimit: (rows: number, written: number) =>
      rows === 0
        ? 'This import can’t be undone.'
        : `Undo reverts ${formatCount(rows)} of ${formatPlural(written, 'row')}: it isn’t known how the others were before.`,
    cancelEffect: 'Imported rows stay in the table. You can download the others.',
    leaveTitle: 'Leave and cancel the import?',
    leave: 'Leave',
    leaveEffect: 'Imported rows stay in the table. The others aren’t imported, and you can’t download them.',
  },
  history: {
    /** While the import runs, and in the list of changes if the page was closed before its end. */
    importing: (done: number, total: number) =>
      `Imported ${formatCount(done)} of ${formatPlural(total, 'row')}`,
    imported: (rows: number) => `Imported ${formatPlural(rows, 'row')}`,
  },
  job: {
    uncertainRows: (first: number, last: number) =>
      `The server didn’t confirm rows ${formatCount(first)} to ${formatCount(last)}. Look for them in the table first: if you send rows again that are already imported, they are duplicated.`,
    sendAgain: 'Not imported: send again',
    skipImported: 'Already imported: continue',
    resume: 'Resume',
    unknownOutcome: 'Unknown whether the row was imported: the server didn’t respond.',
    notSent: 'Not sent: the import was canceled.',
  },
};
