import { getLocale } from '@/lib/browser/zone/locale';
import { removeDirectionMarks } from '@/lib/text/direction-marks';
import { formatBytes } from '@/lib/text/format';
import { formatLocalNumber } from '../numbers/local-numbers';
import type { ColumnFormat } from './column-format';

const plainNumber = /^-?\d+(\.\d+)?$/;

/** Formats a number in the format of its column, with all of its digits; undefined if the format is not for numbers. */
export function formatNumberAs(format: ColumnFormat, text: string): string | undefined {
  if (!plainNumber.test(text)) return undefined;
  switch (format.kind) {
    case 'currency':
      return formatCurrency(format.currency, format.isMixed ? 'symbol' : 'narrowSymbol', text);
    case 'unit':
      return addUnit(formatLocalNumber(text, true), format.unit);
    case 'percent':
      return formatPercent(format.isRatio ? shiftPoint(text) : text);
    case 'decimals':
      return addUnit(formatDecimals(text, format.digits), format.unit);
    case 'bytes':
      return formatBytes(Number(text));
    case 'duration':
      return formatDuration(Number(text) * format.secondsPerUnit);
    case 'progress':
      return formatPercent(String(Math.round((Number(text) / format.max) * 100)));
    case 'rating':
      return `${formatLocalNumber(text, false)} / ${formatLocalNumber(String(format.max), false)}`;
    default:
      return undefined;
  }
}

const noBreakSpace = '\u00a0';

/** Adds a unit after a no-break space. Signs such as % and ° follow the number. */
function addUnit(text: string, unit: string): string {
  if (unit === '') return text;
  return `${text}${/^[%°′″]$/.test(unit) ? '' : noBreakSpace}${unit}`;
}

interface Pattern {
  /** The texts before and after a positive and a negative number in the locale. */
  positive: readonly [string, string];
  negative: readonly [string, string];
  /** The usual number of decimals. */
  decimals: number;
}

const patterns = new Map<string, Pattern>();

function getPattern(key: string, options: Intl.NumberFormatOptions): Pattern {
  let pattern = patterns.get(key);
  if (!pattern) {
    pattern = readPattern(new Intl.NumberFormat(getLocale(), options));
    patterns.set(key, pattern);
  }
  return pattern;
}

/** Returns the texts that a format adds before and after the digits, to apply it to texts of any length. */
function readPattern(format: Intl.NumberFormat): Pattern {
  const read = (value: number): [string, string] => {
    const parts = format.formatToParts(value);
    const isDigits = ({ type }: Intl.NumberFormatPart) => ['integer', 'decimal', 'fraction'].includes(type);
    const join = (list: Intl.NumberFormatPart[]) =>
      removeDirectionMarks(list.map((part) => part.value).join(''));
    return [
      join(parts.slice(0, parts.findIndex(isDigits))),
      join(parts.slice(parts.findLastIndex(isDigits) + 1)),
    ];
  };
  return {
    ...{ positive: read(1), negative: read(-1) },
    decimals: format.resolvedOptions().maximumFractionDigits ?? 0,
  };
}

function applyPattern({ positive, negative }: Pattern, text: string): string {
  const isNegative = text.startsWith('-');
  const [before, after] = isNegative ? negative : positive;
  return before + formatLocalNumber(isNegative ? text.slice(1) : text, true) + after;
}

function formatCurrency(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol', text: string): string {
  const pattern = getPattern(currency + currencyDisplay, { style: 'currency', currency, currencyDisplay });
  const [whole = '', fraction = ''] = text.split('.');
  const padded = fraction.padEnd(pattern.decimals, '0');
  return applyPattern(pattern, padded === '' ? whole : `${whole}.${padded}`);
}

function formatPercent(text: string): string {
  return applyPattern(getPattern('%', { style: 'percent' }), text);
}

/** Multiplies a plain number by 100: '0.125' is '12.5'. */
function shiftPoint(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const digits = fraction.padEnd(2, '0');
  const rest = digits.slice(2).replace(/0+$/, '');
  const start = (whole + digits.slice(0, 2)).replace(/^0+(?=\d)/, '');
  return `${sign}${start}${rest === '' ? '' : `.${rest}`}`;
}

const decimalFormats = new Map<number, Intl.NumberFormat>();

function formatDecimals(text: string, digits: number): string {
  let format = decimalFormats.get(digits);
  if (!format) {
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(getLocale(), options);
    decimalFormats.set(digits, format);
  }
  // Intl rounds decimal texts exactly.
  return format.format(text as `${number}`);
}

const durationParts = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a number of seconds: "1d 2h", "5m 30s"; less than a second in milliseconds. */
function formatDuration(seconds: number): string {
  const total = Math.abs(seconds);
  if (total < 1 && total > 0) return `${(seconds * 1000).toLocaleString(getLocale())}${noBreakSpace}ms`;
  let rest = Math.round(total);
  const texts = durationParts.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    const isOnly = unit === 'second' && total < 1;
    if (count === 0 && !isOnly) return [];
    return count.toLocaleString(getLocale(), { style: 'unit', unit, unitDisplay: 'narrow' });
  });
  return `${seconds < 0 ? '-' : ''}${texts.join(' ')}`;
}
