import { splitNameWords } from '@/data/titles/name-words';
import type { Column, Table } from '@/lib/api.gen';
import { withFormat } from './column-format';
import { isCurrencyCode } from './currency-text';

/** Last words of the names of amounts. */
const amountWord =
  /^(amounts?|price|total|subtotal|balance|fees?|costs?|revenue|discount|tax|vat|salary|budget|deposit|refund|payment|payout|income|expense|profit|turnover|charge)$/;

/** Words that can follow them: total_net, amount_paid. */
const amountSuffix = /^(net|gross|paid|due|outstanding|remaining|refunded)$/;

/** Words of the names of amounts in another currency than that of the row, unless a column with the same word contains it. */
const otherCurrencyWord = /^(base|home|local|native|original|foreign|converted|reporting|settlement)$/;

const currencyColumns = new WeakMap<Table, Map<string, Column | undefined>>();

/**
 * Returns the column with the code of the currency of a column's amounts: `currency` or `currency_code`, for `base_amount` also
 * `base_currency`. Undefined if there is none, or if the column has no amounts by its name, or a format. Integers are
 * excluded, because they often are cents.
 */
export function findCurrencyColumn(table: Table, column: Column): Column | undefined {
  const found = currencyColumns.get(table) ?? new Map<string, Column | undefined>();
  currencyColumns.set(table, found);
  if (!found.has(column.name)) found.set(column.name, guessCurrencyColumn(table, column));
  return found.get(column.name);
}

function guessCurrencyColumn({ columns }: Table, column: Column): Column | undefined {
  if (!isAmount(column)) return undefined;
  const words = splitNameWords(column.name);
  for (let length = words.length - 1; length >= 0; length--) {
    const prefix = words.slice(0, length);
    const isOther = words.slice(length).some((word) => otherCurrencyWord.test(word) || isCurrencyCode(word));
    const currency = isOther
      ? undefined
      : columns.find((each) => isCodeColumn(each) && isCurrencyName(splitNameWords(each.name), prefix));
    if (currency) return currency;
  }
  return undefined;
}

/** Whether a column contains decimal amounts, by its name, and has no tag with a format. */
function isAmount({ name, kind, base, array, tags }: Column): boolean {
  if ((kind !== 'numeric' && kind !== 'float') || base === 'money' || array) return false;
  if ('format' in tags || 'unit' in tags) return false;
  return amountWord.test(splitNameWords(name).findLast((word) => !amountSuffix.test(word)) ?? '');
}

function isCodeColumn({ kind, array, privileges }: Column): boolean {
  return (kind === 'text' || kind === 'enum') && !array && privileges.select;
}

/** Whether the words of a name are the prefix and `currency` or `currency_code`. */
function isCurrencyName(words: readonly string[], prefix: readonly string[]): boolean {
  const name = words.join('_');
  const currency = [...prefix, 'currency'].join('_');
  return name === currency || name === `${currency}_code`;
}

const formattedColumns = new WeakMap<Column, Map<string, Column>>();

/**
 * Returns a column as it is shown in a row: amounts have the format of the currency whose code is in the row. Only for display:
 * sums over rows, filters and editors use the column itself.
 */
export function applyRowCurrency(
  table: Table,
  column: Column,
  row: Readonly<Record<string, unknown>>,
): Column {
  const name = findCurrencyColumn(table, column)?.name;
  const code = name === undefined ? undefined : row[name];
  if (typeof code !== 'string' || !isCurrencyCode(code)) return column;
  const columns = formattedColumns.get(column) ?? new Map<string, Column>();
  formattedColumns.set(column, columns);
  const formatted =
    columns.get(code) ??
    withFormat(column, { kind: 'currency', currency: code.toUpperCase(), isMixed: true });
  columns.set(code, formatted);
  return formatted;
}
