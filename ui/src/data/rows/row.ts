/**
 * The value of a cell: null for NULL, a boolean, an array of values, or for all
 * other types (numbers, dates, JSON, ...) the exact text that the backend sent.
 * The column's kind determines how to read a text.
 */
export type Value = null | boolean | string | readonly Value[];

/** A row's values by column name. It contains only the requested columns. */
export type Row = Readonly<Record<string, Value>>;

/** One term of an order. Without `nullsFirst`, NULLs come last when ascending and first when descending, as in PostgreSQL. */
export interface OrderTerm {
  column: string;
  descending: boolean;
  nullsFirst?: boolean;
}
