import type { ApiError } from '@/lib/api';
import type { Column, Table } from '@/lib/api.gen';
import type { ErrorText } from '@/lib/errors/error-texts';

/** What the parts of an import tell each other. Rows are counted from 0, without the header. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How a file is to be read; what is left out is found out. */
export interface ReadOptions {
  encoding?: Encoding;
  separator?: string;
  hasHeader?: boolean;
}

export interface FileSummary {
  encoding: Encoding;
  separator: string;
  hasHeader: boolean;
  /** The columns' names: the header's, or "Column 1" and on. */
  columnNames: readonly string[];
  rowCount: number;
  /** The first rows. */
  previewRows: readonly (readonly string[])[];
  /** What looks wrong with the file as a whole. */
  warning?: string;
  /** Why it is no file to import at all. */
  unreadableReason?: string;
  /** Whether cells are `""`, which may mean an empty text while others hold nothing; `meant`: it does. */
  emptyStrings: 'none' | 'possible' | 'meant';
  /** How many cells have an apostrophe that keeps a spreadsheet from calculating them. */
  escapedFormulaCount: number;
  /** It is a report of rows that were refused: its reasons are left out. */
  isRejectionReport: boolean;
}

/** Where a column of the file goes. */
export interface ColumnMapping {
  /** The place in the file. */
  sourceIndex: number;
  /** The table's column. */
  column: string;
  /** For a reference: the other table's column whose values the file holds, where that isn't its key. */
  lookupColumn?: string;
}

/** What a cell with nothing in it means; `quoted`: an empty text if it is `""`, else NULL. */
export type EmptyCellMeaning = 'null' | 'text' | 'default' | 'quoted';

export interface ImportPlan {
  mappings: readonly ColumnMapping[];
  emptyCellMeaning: EmptyCellMeaning;
  /** Apostrophes that keep spreadsheets from calculating are part of the text. */
  keepsFormulaEscapes?: boolean;
  /** Rows with these columns' values that are there already are updated; none: all are new. */
  keyColumns: readonly string[];
}

/** What the backend said, word by word. */
export type ServerErrorFields = Pick<ApiError, 'code' | 'message' | 'details' | 'hint'>;

/** A row that did not go in. */
export interface RowRejection {
  row: number;
  column?: string;
  /** Why, in plain words. */
  message: string;
  /** Where it was the backend that refused it. */
  serverError?: ServerErrorFields;
}

export interface CheckResult {
  validCount: number;
  rejectedCount: number;
  /** The first of them. */
  rejections: readonly RowRejection[];
}

export interface BatchRow {
  row: number;
  /** The row as JSON, ready to be sent. */
  body: string;
  /** The values of the plan's keys. */
  keyValues: readonly string[];
}

export interface Batch {
  rows: readonly BatchRow[];
  /** Where the next one begins. */
  nextRow: number;
}

/** What stands in the file for a row of another table, and that row's key; null if it isn't known which. */
export type ReferenceMatch = readonly [text: string, key: string | null];

/** A file that was read. It lives where it doesn't hold up the page. */
export interface FileSource {
  read(file: Blob, options: ReadOptions, known: readonly string[]): Promise<FileSummary>;
  /** The different values of a column, without the empty one. */
  listDistinctValues(at: number): Promise<readonly string[]>;
  /** Checks every row by the schema, and keeps the plan for the batches. */
  check(
    table: Table,
    plan: ImportPlan,
    references: Readonly<Record<string, readonly ReferenceMatch[]>>,
  ): Promise<CheckResult>;
  /** The next rows that passed the check. No two of a batch have the same keys. */
  readBatch(from: number): Promise<Batch>;
  /** CSV of the rows that did not go in, behind columns that say why; those of the check too. */
  exportRejected(refusals: readonly RowRejection[]): Promise<string>;
}

/** The checks of single values. */
export interface ValueRules {
  /** The value as JSON, or what is wrong with it. Null is NULL. */
  toJSON(column: Column, text: string | null): { json: string } | { problem: string };
}

export interface SendRequest {
  bodies: readonly string[];
  columns: readonly string[];
  keyColumns: readonly string[];
}

/** How an import reaches tables. */
export interface TableAccess {
  /** Puts rows in; refused as a whole if one of them is. */
  send(table: Table, request: SendRequest): Promise<void>;
  /** How many rows with these keys there are; undefined where that can't be asked. */
  countExisting(
    table: Table,
    columns: readonly string[],
    keys: readonly (readonly string[])[],
  ): Promise<number | undefined>;
  /** The keys of rows by the value of another column. */
  lookUp(
    table: Table,
    by: string,
    key: string,
    values: readonly string[],
  ): Promise<readonly ReferenceMatch[]>;
  /** The columns by which people name a row of a table, best first. */
  listNamingColumns(table: Table): readonly Column[];
  /** Whether a text is a value of the column. */
  isValidValue(column: Column, text: string): boolean;
  /** A refusal in the words of the table. */
  describeError(table: Table, error: ApiError): ErrorText;
  /** Rows have changed. */
  notifyRowsChanged(table: Table): void;
}
