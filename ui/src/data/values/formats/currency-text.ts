import type { Column } from '@/lib/api.gen';
import { getLocale } from '@/lib/browser/zone/locale';
import { toASCIIDigits } from '../numbers/local-numbers';
import { valuesMessages } from '../values-messages';
import { getColumnFormat } from './column-format';

/** A number with what can be its currency: a code or a symbol before or after it, such as 'CHF', 'kr.', 'R$' or '€'. */
const amountPattern =
  /^([+-]?)\s*([\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}./]*)?\s*([+-]?)\s*([.,٫]?\d.*?)\s*([\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}./]*)?$/u;

/** Maximum length of an amount. The pattern would be slow for longer texts. */
const maxAmountLength = 60;

/** Splits '-€ 15.90' into ['-15.90', '€']; undefined for texts of another form. */
function splitAmount(text: string): readonly [number: string, currency: string] | undefined {
  if (text.length > maxAmountLength) return undefined;
  const amount = toASCIIDigits(text)
    .replace(/[\u2212\u2013]/g, '-')
    .trim();
  const [, sign = '', before, innerSign = '', number = '', after] = amountPattern.exec(amount) ?? [];
  const currency = before ?? after;
  return currency && !(before && after) ? [sign + innerSign + number, currency] : undefined;
}

const currencies = new Map<string | undefined, ReadonlyMap<string, readonly string[]>>();

/** Returns the codes of the currencies with a code or symbol, in the user's locale or in English. 'kr.' and 'kr' are the same. */
function findCurrencies(text: string): readonly string[] {
  const locale = getLocale();
  const known = currencies.get(locale) ?? indexCurrencies(locale);
  currencies.set(locale, known);
  return known.get(normalizeSymbol(text)) ?? [];
}

/** Returns all currencies by their code and symbols. */
function indexCurrencies(locale: string | undefined): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const code of Intl.supportedValuesOf('currency')) {
    for (const name of new Set(
      [code, getNarrowSymbol(locale, code), getNarrowSymbol('en', code)].map(normalizeSymbol),
    ))
      found.set(name, [...(found.get(name) ?? []), code]);
  }
  return found;
}

function getNarrowSymbol(locale: string | undefined, currency: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
}

/** Returns a symbol without points, spaces and marks of the writing direction. */
const normalizeSymbol = (name: string) => name.replace(/[.\s\u200e\u200f\u061c]/g, '');

/** Whether a text is a currency. A single letter is none: '12 K' can be 12,000. */
const isCurrency = (text: string) => !/^\p{L}$/u.test(text) && findCurrencies(text).length > 0;

/**
 * Returns the code or symbol of a column's currency. '' if its format has none, undefined if its numbers are not amounts, such
 * as percentages and weights.
 */
function findColumnCurrency(column: Column): string | undefined {
  const format = getColumnFormat(column);
  if (format.kind === 'currency') return format.currency;
  const unit =
    format.kind === 'plain' ? '' : 'unit' in format && format.kind !== 'duration' ? format.unit : undefined;
  return !unit || isCurrency(unit) ? unit : undefined;
}

/**
 * Whether a text is the currency of a column. A column without a currency accepts each code in upper case and each symbol; a
 * column with one accepts its code and its symbols in each case.
 */
function matchesCurrency(stated: string | undefined, currency: string): boolean {
  if (!stated) return stated === '' && isCurrency(currency);
  const expected = findCurrencies(stated);
  const spellings = [currency, currency.toUpperCase(), currency.toLowerCase()];
  return spellings.some((spelling) => findCurrencies(spelling).some((code) => expected.includes(code)));
}

/**
 * Returns the number of an amount whose currency fits the column, and without a column that of any amount; undefined for
 * other texts.
 */
export function removeCurrency(column: Column | undefined, entered: string): string | undefined {
  const split = splitAmount(entered);
  return split && matchesCurrency(column ? findColumnCurrency(column) : '', split[1]) ? split[0] : undefined;
}

/** Returns the problem of an amount in another currency than that of its column; undefined for other texts. */
export function findCurrencyProblem(column: Column, entered: string): string | undefined {
  const currency = splitAmount(entered)?.[1];
  const stated = findColumnCurrency(column);
  if (!currency || !stated || matchesCurrency(stated, currency)) return undefined;
  if (!isCurrency(currency) && !isCurrency(currency.toUpperCase())) return undefined;
  return valuesMessages.problems.otherCurrency(stated, normalizeSymbol(currency));
}
