import type { Column } from '@/lib/api.gen';
import { formatDecimal, parseDecimal } from '../numbers/decimal.utils';
import { parseLocalNumber } from '../numbers/local-numbers';
import { getColumnFormat } from './column-format';

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
 * of a ratio is divided by 100. Returns the plain form; undefined for other texts.
 */
export function parseNumberWithUnit(column: Column, entered: string): string | undefined {
  const format = getColumnFormat(column);
  if (format.kind === 'percent' && percentSign.test(entered)) {
    const number = parseLocalNumber(entered.replace(percentSign, ''));
    const decimal = format.isRatio && number !== undefined ? parseDecimal(number) : undefined;
    return decimal ? formatDecimal({ ...decimal, scale: decimal.scale + 2 }) : number;
  }
  const unit = getInputUnit(column);
  const hasUnit = unit !== '' && entered.endsWith(unit);
  return parseLocalNumber(hasUnit ? entered.slice(0, -unit.length).trim() : entered);
}
