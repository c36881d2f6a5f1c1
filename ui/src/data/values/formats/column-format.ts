import { parseLookupName } from '@/data/query/lookups/lookup-name';
import { toSnakeCase } from '@/data/titles/name-words';
import type { Column } from '@/lib/api.gen';

/** The units of a number that is a duration, with their seconds. */
const durationUnits = { ms: 0.001, s: 1, min: 60, h: 3600 } as const;

/** The displayed form of a column's values. */
export type ColumnFormat =
  /** `isMixed`: the rows have several currencies, so that `$` is only one of them. */
  | { kind: 'currency'; currency: string; isMixed?: boolean }
  | { kind: 'unit'; unit: string }
  | { kind: 'percent'; isRatio: boolean }
  | { kind: 'decimals'; digits: number; unit: string }
  | { kind: 'bytes' }
  | { kind: 'duration'; unit: string; secondsPerUnit: number }
  | { kind: 'progress' | 'rating'; max: number }
  | { kind: 'color' | 'country' | 'email' | 'phone' | 'url' | 'markdown' | 'multiline' | 'code' }
  | { kind: 'plain' };

const plain: ColumnFormat = { kind: 'plain' };

const formats = new WeakMap<Column, ColumnFormat>();

/** Returns the format of a column: from its tags `@format` and `@unit`, otherwise from its name and type. */
export function getColumnFormat(column: Column): ColumnFormat {
  let format = formats.get(column);
  if (!format) {
    format = readFormat(column);
    formats.set(column, format);
  }
  return format;
}

/** Returns a copy of a column with another format. */
export function withFormat(column: Column, format: ColumnFormat): Column {
  const copy = { ...column };
  formats.set(copy, format);
  return copy;
}

/** Returns the format of a column: by the tags @format and @unit, otherwise by its type and name. A tag that is not valid means no format. */
function readFormat(column: Column): ColumnFormat {
  const { format: tag = '', unit = '' } = column.tags;
  const isNumber = column.kind === 'integer' || column.kind === 'numeric' || column.kind === 'float';
  const [name = '', option = ''] = tag.trim().split(/\s+/);
  if (name !== '') {
    if (isNumber) return readNumberFormat(name, option, unit) ?? plain;
    return column.kind === 'text' ? (readTextFormat(name) ?? plain) : plain;
  }
  if (isNumber && unit !== '') return { kind: 'unit', unit };
  return guessFormat(column, isNumber);
}

/**
 * Returns the format of the tag @format with an option and the tag @unit; undefined for a format that is not for numbers, or not
 * valid.
 */
function readNumberFormat(name: string, option: string, unit: string): ColumnFormat | undefined {
  const positive = (fallback: number) => (Number(option) > 0 ? Number(option) : fallback);
  switch (name) {
    case 'currency': {
      const currency = (option || unit).toUpperCase();
      return /^[A-Z]{3}$/.test(currency) ? { kind: 'currency', currency } : undefined;
    }
    case 'percent':
      return { kind: 'percent', isRatio: option === 'ratio' };
    case 'decimals':
      return { kind: 'decimals', digits: Math.min(positive(0), 20), unit };
    case 'bytes':
      return { kind: 'bytes' };
    case 'duration': {
      const key = (option || unit || 's') as keyof typeof durationUnits;
      const known = Object.hasOwn(durationUnits, key) ? key : 's';
      return { kind: 'duration', unit: known, secondsPerUnit: durationUnits[known] };
    }
    case 'progress':
      return { kind: 'progress', max: positive(100) };
    case 'rating':
      return { kind: 'rating', max: Math.min(positive(5), 10) };
    default:
      return undefined;
  }
}

const textFormats = ['color', 'country', 'email', 'phone', 'url', 'markdown', 'multiline', 'code'] as const;

function readTextFormat(name: string): ColumnFormat | undefined {
  const kind = textFormats.find((each) => each === name);
  return kind && { kind };
}

/** Guesses a format. Each value is still checked: a color that is none is shown as text. */
function guessFormat(column: Column, isNumber: boolean): ColumnFormat {
  const { kind, array } = column;
  const name = toSnakeCase(parseLookupName(column.name).column);
  if (array) return plain;
  if (isNumber && /(^|_)(percent|percentage|pct)$/i.test(name)) return { kind: 'percent', isRatio: false };
  if (kind !== 'text') return plain;
  if (/(^|_)colou?r(_code)?$/i.test(name)) return { kind: 'color' };
  if (/(^|_)country(_code)?$/i.test(name)) return { kind: 'country' };
  return plain;
}
