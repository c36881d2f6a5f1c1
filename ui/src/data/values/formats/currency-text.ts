import type { Column } from '@/lib/api.gen';
import { getLocale } from '@/lib/browser/zone/locale';
import { toASCIIDigits } from '../numbers/local-numbers';
import { valuesMessages } from '../values-messages';
import { getColumnFormat } from './column-format';

/** A number with what can be its currency: a code or a symbol before or after it, such as 'CHF', 'kr.', 'R$' or '€'. */
const amountPattern =
  /^([+-]?)\s*([\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}./]*)?\s*([+-]?)\s*([.,٫]?\d.*?)\s*([\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}./]*)?$/u;

/** Splits '-€ 15.90' into ['-15.90', '€']; undefined for texts of another form. */
function splitAmount(text: string): readonly [number: string, currency: string] | undefined {
  // A longer text is no amount.
  const amount = toASCIIDigits(text.slice(0, 60))
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
  const known = currencies.get(locale) ?? readCurrencies(locale);
  currencies.set(locale, known);
  return known.get(toSymbol(text)) ?? [];
}

/** Returns all currencies by their code and symbols. */
function readCurrencies(locale: string | undefined): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const code of Intl.supportedValuesOf('currency')) {
    for (const name of new Set([code, readSymbol(locale, code), readSymbol('en', code)].map(toSymbol)))
      found.set(name, [...(found.get(name) ?? []), code]);
  }
  return found;
}

function readSymbol(locale: string | undefined, currency: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
}

/** Returns a symbol without points, spaces and marks of the writing direction. */
const toSymbol = (name: string) => name.replace(/[.\s\u200e\u200f\u061c]/g, '');

/** Whether a text is a currency. A single letter is none: '12 K' can be 12,000. */
const isCurrency = (text: string) => !/^\p{L}$/u.test(text) && findCurrencies(text).length > 0;

/**
 * Returns the currency of a column, which can be the symbol that is its unit. '' if the column states none, undefined if its
 * numbers are no amounts, such as percentages and weights.
 */
function getStatedCurrency(column: Column): string | undefined {
  const format = getColumnFormat(column);
  if (format.kind === 'currency') return format.currency;
  const unit =
    format.kind === 'plain' ? '' : 'unit' in format && format.kind !== 'duration' ? format.unit : undefined;
  return !unit || isCurrency(unit) ? unit : undefined;
}

/** Whether a text is the currency of a column, in upper or lower case; any currency if the column states none. */
function fitsColumn(stated: string | undefined, currency: string): boolean {
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
  return split && fitsColumn(column ? getStatedCurrency(column) : '', split[1]) ? split[0] : undefined;
}

/** Returns the problem of an amount in another currency than that of its column; undefined for other texts. */
export function findCurrencyProblem(column: Column, entered: string): string | undefined {
  const currency = splitAmount(entered)?.[1];
  const stated = getStatedCurrency(column);
  if (!currency || !stated || fitsColumn(stated, currency) || !isCurrency(currency)) return undefined;
  return valuesMessages.problems.otherCurrency(stated, toSymbol(currency));
}
