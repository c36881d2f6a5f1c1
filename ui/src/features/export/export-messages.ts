import { formatPlural } from '@/lib/text/format';

/** The texts of import and export. A translation is one more file that satisfies `typeof exportMessages`. */
export const exportMessages = {
  exportOnly: 'Export',
  importAndExport: 'Import and export',
  importFile: 'Import…',
  copyLink: 'Copy link to this view',
  linkCopied: 'Link to this view copied, with its columns and widths.',
  exportHeading: 'Export all matching rows',
  visibleColumnsWorkbook: 'Excel, visible columns',
  allColumnsWorkbook: 'Excel, all columns',
  visibleColumnsCSV: 'CSV, visible columns',
  allColumnsCSV: 'CSV, all columns',
  allColumnsJSON: 'JSON, all columns',
  workbookFile: (table: string) => `${table}.xlsx`,
  /** The name of a sheet whose table has no usable name. */
  sheet: 'Rows',
  workerStopped: 'Writing the file failed. Try again, or export fewer rows.',
  shortened: (count: number) =>
    `${formatPlural(count, 'text was', 'texts were')} shortened to 32,767 characters, the limit of an Excel cell. Export as CSV to get the whole values.`,
  exportFailed: (table: string) => `Couldn’t export ${table}.`,
  copySelectedRows: (count: number) => `Copy ${formatPlural(count, 'selected row')} as Markdown`,
  copyLoadedRows: (count: number) => `Copy ${formatPlural(count, 'row')} as Markdown`,
  rowsCopied: (count: number) => `${formatPlural(count, 'row')} copied as Markdown.`,
  copyFailed: 'Couldn’t copy the rows.',
};
