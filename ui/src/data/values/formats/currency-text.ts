import type { Column } from '@/lib/api.gen';
import { getLocale } from '@/lib/browser/zone/locale';
import { toASCIIDigits } from '../numbers/local-numbers';
import { valuesMessages } from '../values-messages';
import { getColumnFormat } from './column-format';

/** An amount with the code or the symbol of its currency: '-€ 15.90' has the number '-15.90' and the currency '€'. */
interface CurrencyText {
  number: string;
  currency: string;
}

/** A code or a symbol: 'CHF', 'kr.', 'R$', 'S/', '€'. */
const currencyToken = String.raw`[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc}./]*`;
const beforeNumber = new RegExp(
  String.raw`^([+-]?)\s*(${currencyToken})\s*([+-]?)\s*(?=[\d.,٫])(.*\d.*)$`,
  'u',
);
const afterNumber = new RegExp(String.raw`^([+-]?)()()\s*(.*\d[.,٫]?)\s*(${currencyToken})$`, 'u');

/** Maximum length of a text that can be an amount with its currency. */
const maxLength = 60;

/** Splits a text into its number and what can be a currency; undefined for texts of another form. */
function splitCurrency(text: string): CurrencyText | undefined {
  if (text.length > maxLength) return undefined;
  const amount = toASCIIDigits(text)
    .replace(/[\u2212\u2013]/g, '-')
    .trim();
  const match = beforeNumber.exec(amount) ?? afterNumber.exec(amount);
  if (!match) return undefined;
  const [, sign = '', symbolBefore = '', signAfterSymbol = '', number = '', symbolAfter = ''] = match;
  if (sign !== '' && signAfterSymbol !== '') return undefined;
  return { number: sign + signAfterSymbol + number, currency: symbolBefore || symbolAfter };
}

/** Symbols that are common, but not part of the locale data. */
const commonSymbols: Readonly<Record<string, readonly string[]>> = {
  Fr: ['CHF'],
  SFr: ['CHF'],
  Rs: ['INR'],
  US$: ['USD'],
};

const currenciesBySymbol = new Map<string | undefined, ReadonlyMap<string, ReadonlySet<string>>>();

/** Returns all currencies by their codes and symbols in the user's locale and in English, without points. */
function getCurrenciesBySymbol(): ReadonlyMap<string, ReadonlySet<string>> {
  const locale = getLocale();
  const known = currenciesBySymbol.get(locale) ?? readCurrencies(locale);
  currenciesBySymbol.set(locale, known);
  return known;
}

function readCurrencies(locale: string | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const currencies = new Map<string, Set<string>>();
  const add = (symbol: string, code: string) => {
    const key = toSymbolKey(symbol);
    currencies.set(key, (currencies.get(key) ?? new Set()).add(code));
  };
  for (const [symbol, codes] of Object.entries(commonSymbols)) for (const code of codes) add(symbol, code);
  for (const code of Intl.supportedValuesOf('currency')) {
    add(code, code);
    add(readSymbol(locale, code, 'symbol'), code);
    add(readSymbol('en', code, 'narrowSymbol'), code);
  }
  return currencies;
}

/** Returns the symbol of a currency: 'US$' for the display `symbol` in British English, '$' for `narrowSymbol`. */
function readSymbol(
  locale: string | undefined,
  currency: string,
  currencyDisplay: 'symbol' | 'narrowSymbol',
): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Returns a symbol without points, spaces and marks of the writing direction: 'kr.' and 'kr' are the same. */
function toSymbolKey(symbol: string): string {
  return symbol.replace(/[.\s\u200e\u200f\u061c]/g, '');
}

/** Returns the codes of the currencies that have a symbol or code. */
function findCurrencies(symbol: string): ReadonlySet<string> {
  return getCurrenciesBySymbol().get(toSymbolKey(symbol)) ?? new Set();
}

/**
 * Returns the currency of a column: its code, or the symbol that is its unit. '' if the column states none, undefined if its
 * numbers are no amounts, such as percentages and weights.
 */
function getStatedCurrency(column: Column): string | undefined {
  const format = getColumnFormat(column);
  switch (format.kind) {
    case 'currency':
      return format.currency;
    case 'unit':
    case 'decimals':
      return format.unit === '' || findCurrencies(format.unit).size > 0 ? format.unit : undefined;
    case 'plain':
      return '';
    default:
      return undefined;
  }
}

/** Whether a text is the currency of a column, in upper or lower case; any currency if the column states none. */
function fitsColumn(column: Column, currency: string): boolean {
  const stated = getStatedCurrency(column);
  if (stated === undefined) return false;
  if (stated === '') return isCurrency(currency);
  const key = toSymbolKey(currency).toLowerCase();
  const expected = findCurrencies(stated);
  for (const [symbol, codes] of getCurrenciesBySymbol()) {
    if (symbol.toLowerCase() === key && [...codes].some((code) => expected.has(code))) return true;
  }
  return false;
}

/** Whether a text is a currency. A single letter is none: '12 K' can be 12,000. */
function isCurrency(text: string): boolean {
  return !/^\p{L}$/u.test(text) && findCurrencies(text).size > 0;
}

/** Returns the number of an amount whose currency fits the column; undefined for other texts. */
export function removeCurrency(column: Column, entered: string): string | undefined {
  const split = splitCurrency(entered);
  return split && fitsColumn(column, split.currency) ? split.number : undefined;
}

/** Returns the number of an amount with any currency; undefined for other texts. */
export function removeAnyCurrency(text: string): string | undefined {
  const split = splitCurrency(text);
  return split && isCurrency(split.currency) ? split.number : undefined;
}

/** Returns the problem of an amount in another currency than that of its column; undefined for other texts. */
export function findCurrencyProblem(column: Column, entered: string): string | undefined {
  const split = splitCurrency(entered);
  const stated = getStatedCurrency(column);
  if (!split || !stated || fitsColumn(column, split.currency) || !isCurrency(split.currency))
    return undefined;
  return valuesMessages.problems.otherCurrency(stated, split.currency);
}
