import type { Column } from '@/lib/api.gen';
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
