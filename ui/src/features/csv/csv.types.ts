import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import type { ApiError } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import type { ErrorText } from '@/lib/errors/error-texts';

/** The types that the parts of an import share. Rows are counted from 0, without the header. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The sign between the whole number and its decimals. */
export type DecimalSeparator = '.' | ',';

/** The options for reading a file. Options that are not set are detected. */
export interface ReadOptions {
  encoding?: Encoding;
  separator?: string;
  hasHeader?: boolean;
  /** The name of a workbook's sheet. */
  sheet?: string;
}

/** The result of reading a file. */
export interface FileSummary {
  encoding: Encoding;
  separator: string;
  /** The sheets of a workbook; none for other files. */
  sheets: readonly string[];
  /** The sheet that was read, of a workbook. */
  sheet?: string;
  hasHeader: boolean;
  /** The names of the header, or "Column 1", "Column 2" and so on. */
  columnNames: readonly string[];
  rowCount: number;
  /** The first rows. */
  previewRows: readonly (readonly string[])[];
  /** A problem with the whole file that does not prevent the import. */
  warning?: string;
  /** Why the file can't be imported. */
  unreadableReason?: string;
  /**
   * Whether the file distinguishes empty strings (`""`) from cells without a value:
   * 'none' if no cell is `""`, 'certain' if its writer quotes only where necessary,
   * 'possible' if it quotes all cells.
   */
  emptyStrings: 'none' | 'possible' | 'certain';
  /** The decimal separator of the file, by its numbers that have only one meaning. */
  decimalSeparator: DecimalSeparator;
  /** Number of cells with an apostrophe that prevents a spreadsheet from calculating them. */
  escapedFormulaCount: number;
  /** Whether the file is a report of rejected rows. The columns with the reasons are omitted. */
  isRejectionReport: boolean;
}

/** The target of a column of the file. */
export interface ColumnMapping {
  /** Index of the column in the file. */
  sourceIndex: number;
  /** Name of the table's column. */
  column: string;
  /** For a reference: the column of the other table whose values the file contains, or `titleMatch`, if not the key. */
  matchColumn?: string;
}

/** Stands for the titles of several columns where the name of a column is expected. No column has this name. */
export const titleMatch = '';

/** The meaning of an empty cell. 'quoted': an empty text if the cell is `""`, otherwise NULL. */
export type EmptyCellMeaning = 'null' | 'text' | 'default' | 'quoted';

/** The conversion of the rows of a file to rows of a table. */
export interface ImportPlan {
  mappings: readonly ColumnMapping[];
  /** The input for columns that get the same value in all rows, as the user entered it. */
  entered?: EnteredFields;
  /** The JSON of these values and of automatic ones, by the column's name. Not NULL, and only of columns that are not mapped. */
  sameValues?: Readonly<Record<string, string>>;
  emptyCellMeaning: EmptyCellMeaning;
  /** Whether the apostrophes that escape formulas are part of the texts. */
  keepsFormulaEscapes?: boolean;
  /** The decimal separator of numbers; a point if it is not set. */
  decimalSeparator?: DecimalSeparator;
  /** Existing rows with the same values in these columns are updated. Empty: all rows are inserted. */
  keyColumns: readonly string[];
}

/** The fields of an error as the server sent them. */
export type ServerErrorFields = Pick<ApiError, 'code' | 'message' | 'details' | 'hint'>;

/** Why a row was not imported. */
export interface RowRejection {
  row: number;
  /** Titles of the columns that caused it. */
  column?: string;
  /** The reason, as a sentence for the user. */
  message: string;
  /** The server's error, if the server rejected the row. */
  serverError?: ServerErrorFields;
}

/** The result of a check against the schema, without a request to the database. */
export interface CheckResult {
  validCount: number;
  rejectedCount: number;
  /** The first rejections. */
  rejections: readonly RowRejection[];
  /** The first rejected rows with their cells, which the user can correct. */
  invalidRows: readonly InvalidRow[];
  /** The first rows, with corrections. */
  previewRows: readonly (readonly string[])[];
  /** All errors in the first rows, which the preview shows. */
  previewErrors: readonly CellError[];
}

/** Why a cell of the file is invalid. */
export interface CellError {
  row: number;
  /** Name of the table's column. */
  column: string;
  message: string;
}

/** A row of the file that can't be imported. */
export interface InvalidRow {
  row: number;
  /** The texts of the file. */
  cells: readonly string[];
  /** The errors of its cells. */
  errors: readonly CellError[];
  /** Why the row as a whole is invalid, if its cells are not. */
  message?: string;
}

/** A row that can be sent. */
export interface BatchRow {
  row: number;
  /** The row as JSON. */
  body: string;
  /** The values of the plan's key columns. */
  keyValues: readonly string[];
}

export interface Batch {
  rows: readonly BatchRow[];
  /** The first row of the next batch. */
  nextRow: number;
}

/** A text of the file and the key of the row that it names; null if several rows have this text. */
export type ReferenceMatch = readonly [text: string, key: string | null];

/** A file whose rows are read, checked and converted, in a worker so that the page stays responsive. */
export interface FileSource {
  /** Reads the file. `knownNames` are normalized column names by which a header is detected. */
  read(file: Blob, options: ReadOptions, knownNames: readonly string[]): Promise<FileSummary>;
  /** Returns the distinct values of a column, without the empty value. */
  listDistinctValues(sourceIndex: number): Promise<readonly string[]>;
  /** Replaces the text of a cell. The next check reads it. */
  setCell(row: number, sourceIndex: number, text: string): Promise<void>;
  /** Checks every row against the schema. The batches follow the plan of the last check. */
  check(
    table: Table,
    plan: ImportPlan,
    references: Readonly<Record<string, readonly ReferenceMatch[]>>,
  ): Promise<CheckResult>;
  /** Returns the next valid rows, starting at row `from`. A batch never contains two rows with the same key. */
  readBatch(from: number): Promise<Batch>;
  /**
   * Returns the rejected rows of the last check and those of `rejections` as CSV,
   * with columns for the reasons before the columns of the file.
   */
  exportRejected(rejections: readonly RowRejection[]): Promise<string>;
}

/** Checks and converts single values. */
export interface ValueRules {
  /** Converts a text to the JSON of a value, or returns why it is invalid. Null is NULL. */
  toJSON(column: Column, text: string | null): { json: string } | { problem: string };
}

export interface SendRequest {
  bodies: readonly string[];
  columns: readonly string[];
  keyColumns: readonly string[];
  /** The columns of the written rows to return. If it is empty, no rows are returned. */
  returned: readonly string[];
}

/** The requests that an import makes. */
export interface TableAccess {
  /**
   * Inserts or updates rows in one transaction. Returns them; none if `returned` is empty, or if
   * a policy hides one of them from the role. Rejects with an
   * ApiError if one row is rejected.
   */
  send(table: Table, request: SendRequest): Promise<readonly Row[]>;
  /** Returns the columns of existing rows with these keys. Undefined if not all of them can be read. */
  readExisting(
    table: Table,
    keyColumns: readonly string[],
    keys: readonly (readonly string[])[],
    columns: readonly string[],
  ): Promise<readonly Row[] | undefined>;
  /** Counts the existing rows with these keys. Returns undefined if the columns can't be read. */
  countExisting(
    table: Table,
    columns: readonly string[],
    keys: readonly (readonly string[])[],
  ): Promise<number | undefined>;
  /** Returns the keys of rows by their values in the column `by`, or by their titles (`titleMatch`). */
  findKeys(
    table: Table,
    by: string,
    key: string,
    values: readonly string[],
  ): Promise<readonly ReferenceMatch[]>;
  /** Returns the columns that can identify a row for a user, the best first. */
  listNamingColumns(table: Table): readonly Column[];
  /** Whether the titles of a table's rows have several columns by which they can be looked up. */
  hasCombinedTitle(table: Table): boolean;
  isValidValue(column: Column, text: string): boolean;
  /** Describes an error with the titles of the table's columns. */
  describeError(table: Table, error: ApiError): ErrorText;
  /** Must be called after rows have changed. */
  notifyRowsChanged(table: Table): void;
}
