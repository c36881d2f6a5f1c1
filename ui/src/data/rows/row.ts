/**
 * A value of a cell, as every part of this feature holds it: null is NULL,
 * numbers, dates, JSON and all other scalars are the exact text that the
 * backend wrote, arrays hold values. What a text means is the column's kind.
 */
export type Value = null | boolean | string | readonly Value[];

/** A row by column name. Only the columns that were asked for are there. */
export type Row = Readonly<Record<string, Value>>;

/** One term of an order. Without nullsFirst it is PostgreSQL's way: nulls last when ascending. */
export interface OrderTerm {
  column: string;
  descending: boolean;
  nullsFirst?: boolean;
}
