import type { Column } from '@/lib/api.gen';
import { formatDecimal, multiplyDecimals, parseDecimal } from '../numbers/decimal.utils';
import { parseForeignNumber, parseLocalNumber } from '../numbers/local-numbers';
import { getColumnFormat } from './column-format';
import { removeCurrency } from './currency-text';

/** Returns the unit of the numbers in the input of a column, which contains the value without it; '' if it has none. */
export function getInputUnit(column: Column): string {
  const format = getColumnFormat(column);
  switch (format.kind) {
    case 'currency':
      return format.currency;
    case 'unit':
    case 'decimals':
      return format.unit;
    case 'percent':
      return format.isRatio ? '' : '%';
    case 'duration':
      return format.unit;
    default:
      return '';
  }
}

/** The percent sign at the end of a text, also that of Arabic, with spaces and marks of the writing direction. */
const percentSign = /[\s\u200e\u200f\u061c]*[%\u066a][\s\u200e\u200f\u061c]*$/;

/**
 * Parses a number in the user's locale with or without the unit of its column, as cells show it: '45 %', '2,5 kg'. A percentage
 * of a ratio is divided by 100, that of a progress is a part of its maximum. The currency of an amount can be before or after
 * it: 'CHF 1'250.00', '15,90 zł'. Returns the plain form; undefined for other texts.
 */
export function parseNumberWithUnit(column: Column, entered: string): string | undefined {
  const format = getColumnFormat(column);
  const total =
    format.kind === 'progress' ? format.max : format.kind === 'percent' && (format.isRatio ? 1 : 100);
  if (total && percentSign.test(entered)) {
    const number = parseLocalNumber(entered.replace(percentSign, ''));
    return number && multiplyPercentage(number, total);
  }
  const amount = removeCurrency(column, entered);
  if (amount !== undefined) return parseLocalNumber(amount) ?? parseForeignNumber(amount);
  const unit = getInputUnit(column);
  const hasUnit = unit !== '' && entered.endsWith(unit);
  return parseLocalNumber(hasUnit ? entered.slice(0, -unit.length).trim() : entered);
}

/** Returns a percentage of a number, with all digits: 45 % of 5 is '2.25'. */
function multiplyPercentage(percentage: string, total: number): string {
  const decimal = parseDecimal(percentage);
  const factor = parseDecimal(String(total));
  if (!decimal || !factor || total === 100) return percentage;
  const { units, scale } = multiplyDecimals(decimal, factor);
  return formatDecimal({ units, scale: scale + 2 }).replace(/\.?0+$/, '');
}
