import { type EnteredFields, isUnchanged } from '@/data/rows/record-form.utils';
import type { Row } from '@/data/rows/row';
import { checkEnteredValue, type EnteredValue, toEnteredValue } from '@/data/values/checks/check-value';
import { checkTimestampTZ } from '@/data/values/dates/datetime.utils';
import { formatTimestampTZForEdit } from '@/data/values/dates/edit-dates';
import { getRangeBase } from '@/data/values/ranges/multirange.utils';
import { formatRange, isNumberRange, parseRange } from '@/data/values/ranges/range.utils';
import type { Column } from '@/lib/api.gen';
import { getChosenLocale, runInLocale } from '@/lib/browser/zone/locale';
import { getZone } from '@/lib/browser/zone/zone';
import type { Draft } from './drafts';

/** Checks and converts the entries of drafts. A separate module from the store of drafts, which every page loads. */

/** Returns the draft with an entry for a column. An entry that equals the row's value is removed. */
export function setEntry(draft: Draft, row: Row | undefined, column: Column, entry: EnteredValue): Draft {
  const baseRow = Object.keys(draft.entered).length > 0 ? draft.baseRow : row;
  const { [column.name]: _, ...others } = draft.entered;
  const isSame = isUnchanged(column, baseRow, entry);
  return { ...draft, baseRow, entered: isSame ? others : { ...others, [column.name]: entry } };
}

/** Whether values of the column contain decimals in an array, a range or a multirange. */
function hasItemNumbers({ kind, base, array }: Column): boolean {
  if (kind === 'range' || kind === 'multirange') return isNumberRange(getRangeBase(base));
  return array && (kind === 'numeric' || kind === 'float');
}

/** Converts numbers that a former version stored in the form of PostgreSQL to the locale of the draft. */
function convertItemNumbers(
  { entered }: Draft,
  columns: readonly Column[],
  locale: string | null,
): EnteredFields {
  const entries = Object.entries(entered).map(([name, entry]): [string, EnteredValue] => {
    const column = columns.find((candidate) => candidate.name === name);
    if (!column || !hasItemNumbers(column) || entry === null || entry === undefined) return [name, entry];
    const checked = checkEnteredValue(column, entry, 'plain');
    if ('problem' in checked) return [name, entry];
    return [name, runInLocale(locale, () => toEnteredValue(column, checked.value))];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the draft with its values converted from the time zone and locale in which they were entered to `zone`, by default
 * the current one, and the current locale. Drafts of former versions are converted, too. Invalid values are unchanged.
 */
export function convertDraft(draft: Draft, columns: readonly Column[], zone = getZone()): Draft {
  const current = getChosenLocale();
  const { zone: from = zone, locale = current } = draft;
  const isCurrentForm = draft.itemNumbers === 'local';
  if (isCurrentForm && from === zone && locale === current) return draft;
  const entered = isCurrentForm ? draft.entered : convertItemNumbers(draft, columns, locale);
  const convertTime = (text: string) => {
    const checked = runInLocale(locale, () => checkTimestampTZ(text.trim(), from));
    return 'value' in checked ? formatTimestampTZForEdit(checked.value, zone) : text;
  };
  const convert = (column: Column, text: string): EnteredValue => {
    if (column.kind === 'timestamptz') return convertTime(text);
    const range = column.base === 'tstzrange' ? parseRange(text) : undefined;
    if (range)
      return formatRange({ ...range, lower: convertTime(range.lower), upper: convertTime(range.upper) });
    if (locale === current || column.kind === 'text') return text;
    const checked = runInLocale(locale, () => checkEnteredValue(column, text));
    return 'value' in checked && checked.value !== null ? toEnteredValue(column, checked.value) : text;
  };
  const convertArray = (column: Column, entry: string | readonly (string | null)[]): EnteredValue => {
    if (locale === current || column.kind === 'text' || column.kind === 'enum') return entry;
    const checked = runInLocale(locale, () => checkEnteredValue(column, entry));
    return 'value' in checked ? toEnteredValue(column, checked.value) : entry;
  };
  const entries = Object.entries(entered).map(([name, entry]): [string, EnteredValue] => {
    const column = columns.find((candidate) => candidate.name === name);
    if (!column || entry === null || entry === undefined || typeof entry === 'boolean') return [name, entry];
    if (column.array) return [name, convertArray(column, entry)];
    return [name, typeof entry === 'string' ? convert(column, entry) : entry];
  });
  return { ...draft, zone, locale: current, itemNumbers: 'local', entered: Object.fromEntries(entries) };
}
