import { isLookupName } from '@/data/query/lookups/lookup-name';
import { toSnakeCase } from '@/data/titles/name-words';
import type { Column, Table } from '@/lib/api.gen';
import { withFormat } from './column-format';

/** Names of amounts, in snake case. A discount or a tax without "amount" or "total" can be a rate. */
const amountName =
  /(^|_)(amount|price|(sub)?total|balance|fee|cost|revenue|salary|budget|deposit|refund|payment|income|expense|profit)s?(_(net|gross|paid|due))?$/;

/** Words in the names of amounts in another currency than the row's: `base_amount` without `base_currency`. */
const otherCurrencyWord = /^(base|home|local|native|original|converted)$/;

const currencyColumns = new WeakMap<Column, Column | null>();

/**
 * Returns the column with the code of the currency of a column's amounts: `currency` or `currency_code`, for `base_amount` also
 * `base_currency`. Undefined if there is none, or if the column has no amounts by its name, or a format. Integers are
 * excluded, because they often are cents.
 */
export function findCurrencyColumn(table: Table, column: Column): Column | undefined {
  let found = currencyColumns.get(column);
  if (found === undefined) {
    found = guessCurrencyColumn(table, column) ?? null;
    currencyColumns.set(column, found);
  }
  return found ?? undefined;
}

function guessCurrencyColumn({ columns }: Table, column: Column): Column | undefined {
  const name = toSnakeCase(column.name);
  const { kind, base, array, tags } = column;
  if (isLookupName(column.name)) return undefined; // an amount of another row
  const isDecimal = (kind === 'numeric' || kind === 'float') && base !== 'money' && !array;
  if (!isDecimal || 'format' in tags || 'unit' in tags || !amountName.test(name)) return undefined;
  let found: Column | undefined;
  let rest = name;
  for (const each of columns) {
    const match = /^(.*_)?currency(_code)?$/.exec(toSnakeCase(each.name));
    const isCode = (each.kind === 'text' || each.kind === 'enum') && !each.array && each.privileges.select;
    const prefix = match?.[1] ?? '';
    const after = name.slice(prefix.length);
    if (!match || !isCode || !name.startsWith(prefix) || (found && after.length >= rest.length)) continue;
    found = each;
    rest = after;
  }
  const isOther = (word: string) => otherCurrencyWord.test(word) || isCurrencyCode(word);
  return rest.split('_').some(isOther) ? undefined : found;
}

let codes: ReadonlySet<string> | undefined;

/** Whether a text is the code of a currency (ISO 4217), in any case. */
function isCurrencyCode(text: string): boolean {
  codes ??= new Set(Intl.supportedValuesOf('currency'));
  return codes.has(text.toUpperCase());
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
  const code = row[findCurrencyColumn(table, column)?.name ?? ''];
  if (typeof code !== 'string' || !isCurrencyCode(code)) return column;
  const columns = formattedColumns.get(column) ?? new Map<string, Column>();
  formattedColumns.set(column, columns);
  const formatted =
    columns.get(code) ??
    withFormat(column, { kind: 'currency', currency: code.toUpperCase(), isMixed: true });
  columns.set(code, formatted);
  return formatted;
}
