import { getColumnFormat } from '@/data/values/formats/column-format';
import { formatSummary } from '@/data/values/summary/summary.utils';
import type { Column, Table } from '@/lib/api.gen';
import { getLocale } from '@/lib/browser/zone/locale';
import { removeDirectionMarks } from '@/lib/text/direction-marks';
import { formatCount } from '@/lib/text/format';
import type { ChartSpec } from '../chart-spec';

/** Formats the value of a chart in the user's locale, with all digits (floats rounded) and the unit of the column. */
export function formatChartValue(
  table: Table,
  { fn }: ChartSpec,
  column: Column | undefined,
  value: string,
): string {
  if (!column || fn === 'count' || fn === 'distinct') return formatCount(BigInt(value));
  return formatSummary(table, column, fn, value);
}

/** Formats a number of an axis in the user's locale, with the unit of the column, in a few characters. */
export function formatAxis({ fn }: ChartSpec, column: Column | undefined, value: number): string {
  const format = column && fn !== 'count' && fn !== 'distinct' ? getColumnFormat(column) : undefined;
  switch (format?.kind) {
    case 'currency':
      return formatShort(value, {
        ...{ style: 'currency', currencyDisplay: 'narrowSymbol', currency: format.currency },
      });
    case 'percent':
      return formatShort(format.isRatio ? value : value / 100, { style: 'percent' });
    default:
      return formatShort(value, {});
  }
}

/** Formats a number in a few characters: '2.4k', or without decimals where the locale has no short form of thousands. */
function formatShort(value: number, options: Intl.NumberFormatOptions): string {
  const compact = numberFormat({ ...options, notation: 'compact', maximumFractionDigits: 1 });
  const isShort =
    Math.abs(value) < 1000 || compact.formatToParts(value).some(({ type }) => type === 'compact');
  const format = isShort ? compact : numberFormat({ ...options, maximumFractionDigits: 0 });
  return removeDirectionMarks(format.format(value));
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Returns a number format of the user's locale; the same one for the same options, because its creation is slow. */
function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = getLocale();
  const key = JSON.stringify([locale, options]);
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return format;
}
