import { formatCount, formatPlural } from '@/lib/text/format';
import type { Extent } from '@/table/selection/block.utils';

/** Verbs of a change of many cells, in the imperative and as a participle. */
const changeVerbs = {
  paste: ['Paste', 'pasted'],
  fill: ['Fill', 'filled'],
  clear: ['Clear', 'cleared'],
} as const;

type ChangeKind = keyof typeof changeVerbs;

/**
 * The texts of the grid and of the cards that replace it on a phone. A translation is one more file that satisfies
 * `typeof gridMessages`.
 */
export const gridMessages = {
  tableLoadFailed: (table: string) => `Couldn’t load ${table}.`,
  rowsLoadFailed: 'Couldn’t load some rows.',
  rowLoadFailed: 'Couldn’t load the row.',

  rowActions: {
    open: 'Open',
    duplicate: 'Duplicate',
    copyLink: 'Copy link',
    delete: 'Delete',
    select: 'Select',
    deselect: 'Deselect',
    more: 'More actions',
    selected: 'Selected',
  },

  shortcuts: {
    cells: 'Cells',
    table: 'Table',
    columnMenu: 'Open the column menu, in a column header',
    expandCell: 'Show the whole value of the cell',
    openRecord: 'Open record; press again to focus it',
    extendSelection: 'Extend the selection; with Ctrl, to the edge',
    selectAll: 'Select all cells',
    firstRow: 'Go to first row',
    lastRow: 'Go to last row',
  },

  cell: {
    expanded: (column: string) => `Whole value of ${column}`,
    firstPart: (size: string) => `First part of ${size}.`,
    download: 'Download',
    loadFailed: 'Couldn’t load this value',
    openRecord: 'Open record',
    openRecordHint: 'Open record (Space)',
  },

  cellMenu: {
    copy: 'Copy',
    copyWithHeaders: 'Copy with headers',
    cut: 'Cut',
    paste: 'Paste',
    fillDown: 'Fill down',
    clear: 'Clear',
  },

  selection: {
    selectRow: (title: string) => `Select ${title}`,
    selectLoaded: 'Select all loaded rows',
    clear: 'Clear selection',
    unknownDistance:
      'Only this row was selected, because the position of the previously selected row isn’t known yet.',
    severalGroups:
      'The range spans several groups. Rows that aren’t loaded yet were not selected. Select one group at a time.',
    rangeTooLong: (max: number) =>
      `You can select up to ${formatPlural(max, 'row')} with Shift. The remaining rows were not selected.`,
    rangeLoadFailed: 'Couldn’t load all rows of the range. The missing rows were not selected.',
  },

  block: {
    size: ({ rows, columns }: Extent) => `${formatCount(rows)} × ${formatCount(columns)} cells`,
    sizeDescription: ({ rows, columns }: Extent) =>
      `${formatPlural(rows, 'row')} by ${formatPlural(columns, 'column')} selected`,
    figuresUnavailable: 'Some cells aren’t loaded',
    fillHandle: 'Drag to fill down. Double-click to fill as far as the adjacent column has values.',
    loading: (done: number, total: number) =>
      `Loading ${formatCount(done)} of ${formatPlural(total, 'row')}…`,
    cancel: 'Cancel',
    loadFailed: 'Couldn’t load the rows of this selection.',
    severalGroups: 'The selection spans several groups. Select cells of one group.',
    tooManyRows: (max: number, count: number) =>
      `You can change up to ${formatPlural(max, 'row')} at once. This selection has ${formatCount(count)}.`,
    tooManyCells: (max: number, count: number) =>
      `You can copy up to ${formatPlural(max, 'cell')} at once. This selection has ${formatCount(count)}. For more, export as CSV.`,
    copyFailed: 'Couldn’t copy the cells.',
    copyNeedsHTTPS: 'Some rows aren’t loaded. To copy them, open this page over HTTPS.',
    clipboardBlocked: (keys: string) =>
      `Your browser blocked access to the clipboard. Press ${keys} in the grid to paste.`,
  },

  change: {
    tooManyRows: (max: number) =>
      `You can change up to ${formatPlural(max, 'row')} at once. For more, import a CSV file.`,
    question: (kind: ChangeKind, cells: number, rows: number) =>
      `${changeVerbs[kind][0]}${kind === 'paste' ? ' into' : ''} ${formatPlural(cells, 'cell')} in ${formatPlural(rows, 'row')}?`,
    newRowsQuestion: (kind: ChangeKind) => `${changeVerbs[kind][0]} as new rows?`,
    nothingToChange: (kind: ChangeKind) => `Nothing can be ${changeVerbs[kind][1]} here`,
    /** `hasRest`: other cells of the block can't be changed. */
    confirmCells: (cells: number, hasRest: boolean) => {
      if (!hasRest) return `Change ${formatPlural(cells, 'cell')}`;
      return `Change the other ${cells === 1 ? 'cell' : formatPlural(cells, 'cell')}`;
    },
    confirmRows: (rows: number) => `Add ${formatPlural(rows, 'row')}`,
    confirmCellsAndRows: (cells: string, rows: number) => `${cells}, add ${formatPlural(rows, 'row')}`,
    omittedColumns: (count: number) =>
      `${formatPlural(count, 'column')} ${count === 1 ? 'doesn’t' : 'don’t'} fit to the right and will be left out.`,
    lockedCells: (reason: string, cells: number) =>
      `${reason} ${formatPlural(cells, 'cell')} will not change.`,
    rowsPastEnd: (rows: number, canInsert: boolean) =>
      `${formatPlural(rows, 'row')} ${rows === 1 ? 'extends' : 'extend'} past the last row and can’t be added${canInsert ? '.' : ': your role can’t add rows to this table.'}`,
    addRowsPastEnd: (rows: number) => `Add ${formatPlural(rows, 'new row')} past the last row`,
    problemsLabel: 'Cells that can’t be changed',
    problems: (cells: number) => `${formatPlural(cells, 'cell')} can’t take the new value:`,
    enteredText: (text: string, isTruncated: boolean) => `“${text}${isTruncated ? '…' : ''}”`,
    problemLocation: (row: string, column: string) => `${row} · ${column}`,
    problem: (column: string, problem: string) => `${column}: ${problem}`,
    newRow: 'New row',
    moreProblems: (count: number) => `and ${formatCount(count)} more`,
    undoHint: 'You can undo this.',
    valueRequired: 'Required. It can’t be empty.',
    newRowValueRequired: 'Required in a new row.',
    spreadsheetError: (error: string) => `The spreadsheet has the error ${error} in this cell.`,
    cancel: 'Cancel',
    close: 'Close',
    /** Titles of the steps in the list of recent changes. */
    stepTitles: { paste: 'Pasted', fill: 'Filled', clear: 'Cleared' },
    rowsAdded: (rows: number) => `${formatPlural(rows, 'row')} added.`,
    rowsQueued: (rows: number) =>
      `${formatPlural(rows, 'new row')} ${rows === 1 ? 'is' : 'are'} waiting to be sent.`,
    rowsNotAdded: (rows: number) => `Couldn’t add ${formatPlural(rows, 'row')}.`,
  },

  rejections: {
    title: (failed: number, total: number) =>
      `${formatCount(failed)} of ${formatPlural(total, 'row')} were not changed`,
    listLabel: 'Rows that were not changed',
    conflict: 'Another user changed this row.',
    copy: 'Copy unsaved rows',
    copied: (rows: number) => `${formatPlural(rows, 'row')} copied.`,
    copyFailed: 'Couldn’t copy the rows. Your browser blocked access to the clipboard.',
    close: 'Close',
  },

  size: {
    label: 'Rows',
    button: (size: string) => `Row height: ${size}`,
    heading: 'Row height',
    names: { compact: 'Compact', normal: 'Normal', tall: 'Tall' },
    wrap: 'Wrap text',
    oneLine: 'Show one line',
  },
  columns: {
    title: 'Columns',
    fieldsTitle: 'Fields',
    linkedField: 'Add field of linked record',
    count: (visibleCount: number, all: number, noun: 'column' | 'field') =>
      visibleCount === all
        ? formatPlural(all, noun)
        : `${formatCount(visibleCount)} of ${formatPlural(all, noun)}`,
    showAll: 'Show all',
    reset: 'Reset',
    required: 'required',
    menuLabel: (column: string) => `Column ${column}`,
    primaryKey: 'Primary key.',
    requiredFact: 'Required.',
    timesInZone: (zone: string) => `Times are in ${zone}.`,
    references: (table: string) => `References ${table}.`,
    actions: {
      'sort-asc': 'Sort ascending',
      'sort-desc': 'Sort descending',
      'sort-none': 'Clear sort',
      filter: 'Filter…',
      group: 'Group by this column',
      ungroup: 'Remove grouping',
      pin: 'Pin to the left',
      unpin: 'Unpin',
      left: 'Move left',
      right: 'Move right',
      hide: 'Hide',
    },
  },

  groups: {
    button: 'Group',
    buttonActive: (column: string) => `Group: ${column}`,
    choose: 'Group by',
    collapseAll: 'Collapse all',
    expandAll: 'Expand all',
    remove: 'Remove grouping',
    label: (column: string, value: string, count: number | undefined) =>
      count === undefined ? `${column}: ${value}` : `${column}: ${value}, ${formatPlural(count, 'row')}`,
    noValue: (column: string) => `No ${column}`,
    empty: 'empty',
    loading: (count: number) => (count > 0 ? `Loading groups… ${formatCount(count)}` : 'Loading groups…'),
    uncounted: (groups: number, isTruncated: boolean) =>
      `${isTruncated ? 'The first ' : ''}${formatPlural(groups, 'group')}, not counted`,
    uncountedReason:
      'The table is too large to count its groups without aggregate functions. You can open one group at a time.',
    total: (rows: number, groups: number, isTruncated: boolean) =>
      `${formatPlural(rows, 'row')} in ${isTruncated ? 'the first ' : ''}${formatPlural(groups, 'group')}${isTruncated ? '; the other groups follow without headings' : ''}`,
    totalCollapsed: (total: string, collapsed: number) => `${total}, ${formatCount(collapsed)} collapsed`,
    invalid: (column: string, values: readonly string[]) =>
      `This link collapses ${values.length === 1 ? 'a group' : 'groups'} that ${column} can’t have: ${values.map((value) => `“${value}”`).join(', ')}.`,
    ignoreInvalid: 'Ignore',
    ungroupable: (column: string) => `You can’t group by ${column}: its type doesn’t support grouping.`,
  },

  goTo: {
    button: 'Jump to row…',
    title: 'Jump to row',
    field: 'Row number or percentage',
    fieldWithDate: 'Row number, percentage or date',
    fieldWithValue: (column: string) => `Row number, percentage or ${column}`,
    help: (count: { count: number; exact: boolean }, column: string | undefined) =>
      `${count.exact ? '' : '≈ '}${formatPlural(count.count, 'row')}${column === undefined ? '' : `, sorted by ${column}`}. Examples: 50%, ${formatCount(Math.max(1, Math.floor(count.count / 2)))}.`,
    searchFailed: 'Couldn’t find the value.',
    submit: 'Go',
    goToRow: (position: number) => `Go to row ${formatCount(position)}`,
    goToValue: (column: string, value: string) => `${column}: ${value}`,
  },

  summary: {
    button: 'Summary',
    cellLabel: (column: string) => `Summary of ${column}`,
    valueLabel: (name: string, column: string, scope: string, value: string) =>
      `${name} of ${column}, ${scope}: ${value}`,
    valueHint: (name: string, scope: string, value: string) => `${name}, ${scope}: ${value}`,
    nameOfLoaded: (name: string, rows: number) => `${name} of ${formatCount(rows)} loaded`,
    scopeAll: 'all matching rows',
    scopeLoaded: (rows: number) => formatPlural(rows, 'loaded row'),
    scopeSelected: (rows: number) => formatPlural(rows, 'selected row'),
    noFunction: 'None',
    noValue: 'none',
    notLoaded: 'not all rows loaded',
    failed: 'couldn’t load',
    loading: (column: string) => `loading ${column}`,
    whyLoadedOnly: 'Why only loaded rows?',
    retry: 'Try again',
    disabled: {
      title: 'Sums of all rows are disabled',
      reason:
        'This backend doesn’t compute sums and averages for the API (PGRST123). This is Supabase’s default. Tableside sums the loaded rows; scroll to load more. Counts, minimums and maximums always include all matching rows.',
      solution:
        'The project’s owner can enable sums of all rows for everyone, with the SQL of “tableside schema-sql”, or in the SQL editor:',
      hint: 'A sum reads every matching row. For large tables, set a statement timeout for the roles that sign in.',
      copySQL: 'Copy the SQL',
      close: 'Close',
    },
  },
};
