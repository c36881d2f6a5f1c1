import { addDecimals, formatDecimal, parseDecimal } from '@/data/values/numbers/decimal.utils';
import type { Column } from '@/lib/api.gen';
import { fillBuckets } from '../chart-buckets';
import type { ChartSpec } from '../chart-spec';
import type { ChartGroup, RestGroup } from '../summarize-rows';

/** A category of a chart, or a part of each category. */
export interface ChartItem {
  /** The value or the first day of the period; null for NULL, undefined for the sum of the others and for an unsplit chart. */
  value: string | null | undefined;
  /** The number of groups that it contains, if it is the sum of others; Infinity if their number is not known. */
  others: number;
}

/** The values of a chart by category and part. */
export interface ChartData {
  categories: readonly ChartItem[];
  parts: readonly ChartItem[];
  /** The exact values, by category and part; null if there is none. */
  values: readonly (readonly (string | null)[])[];
  /** The number of categories that are not shown. */
  hiddenCategories: number;
}

/** The groups that the backend has not returned, if there are too many. */
interface OmittedGroups {
  isTruncated: boolean;
  /** Their sums; undefined if these are not known. */
  rest: readonly RestGroup[] | undefined;
}

export interface ChartLimits {
  categories: number;
  parts: number;
}

/**
 * Arranges groups by category and part. Periods are in order and without gaps, values of an enum in its order, others
 * with the largest first. Counts and sums beyond the limits are added up to one last item; averages, minimums and
 * maximums beyond them are omitted, and all groups beyond them if the sum of those that are missing is not known.
 */
export function arrangeGroups(
  spec: ChartSpec,
  groups: readonly ChartGroup[],
  columns: { by: Column | undefined; split: Column | undefined },
  limits: ChartLimits,
  { isTruncated, rest }: OmittedGroups = { isTruncated: false, rest: undefined },
): ChartData {
  const canAdd = spec.fn === 'count' || spec.fn === 'sum';
  const canAddOthers = canAdd && (!isTruncated || rest !== undefined || spec.by?.bucket !== undefined);
  const all = [...groups, ...(rest ?? [])];
  const hasRest = (index: number) => rest?.some(({ keys }) => keys[index] === undefined) ?? false;
  const byValues = sortValues(listValues(all, 0), columns.by, spec.by?.bucket);
  const splitValues = spec.split ? sortValues(listValues(all, 1), columns.split, spec.split.bucket) : [];
  const isPeriod = spec.by?.bucket !== undefined;
  const categories = spec.by
    ? limitItems(byValues, limits.categories, {
        canAdd: canAddOthers && !isPeriod,
        isPeriod,
        hasRest: hasRest(0),
      })
    : [{ value: undefined, others: 0 }];
  const parts = spec.split
    ? limitItems(splitValues, limits.parts, { canAdd: canAddOthers, isPeriod: false, hasRest: hasRest(1) })
    : [{ value: undefined, others: 0 }];
  const cells = new Map<string, string | null>();
  const shownCategories = new Set(categories.map(({ value }) => value));
  const shownParts = new Set(parts.map(({ value }) => value));
  for (const { keys, value } of all) {
    const category = spec.by ? pickShown(keys[0], shownCategories) : undefined;
    const part = spec.split ? pickShown(keys[1], shownParts) : undefined;
    if (spec.by && category === undefined && !shownCategories.has(undefined)) continue;
    if (spec.split && part === undefined && !shownParts.has(undefined)) continue;
    const id = cellId(category, part);
    cells.set(id, cells.has(id) ? addTexts(cells.get(id) ?? null, value) : value);
  }
  const isFilled = isPeriod && canAdd && spec.type !== 'pivot';
  const values = categories.map(({ value: category }) =>
    parts.map(({ value: part }) => cells.get(cellId(category, part)) ?? (isFilled ? '0' : null)),
  );
  const hasOther = categories.some(({ others }) => others > 0);
  const hiddenCategories = spec.by && !hasOther ? byValues.length - categories.length : 0;
  return { categories, parts, values, hiddenCategories };
}

/**
 * Returns the sum of two decimal numbers without rounding. null is no value: the sum is the other number. A text that is
 * not a decimal number, such as NaN or Infinity, is the sum itself.
 */
export function addTexts(a: string | null, b: string | null): string | null {
  if (a === null) return b;
  if (b === null) return a;
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  if (!x) return a;
  return y ? formatDecimal(addDecimals(x, y)) : b;
}

/** Returns the value if it is shown; otherwise undefined, the value of the item for all others. */
function pickShown(value: string | null | undefined, shown: ReadonlySet<string | null | undefined>) {
  return shown.has(value) ? value : undefined;
}

/** Returns a key for a Map that distinguishes null and undefined, unlike their JSON. */
function cellId(category: string | null | undefined, part: string | null | undefined): string {
  return JSON.stringify([category, category === undefined, part, part === undefined]);
}

/** Returns the different values of the groups' key at the index, ordered by the sum of the absolute values of their groups, the largest first. */
function listValues(groups: readonly (ChartGroup | RestGroup)[], index: number): (string | null)[] {
  const totals = new Map<string | null, number>();
  for (const { keys, value } of groups) {
    const id = keys[index];
    if (id === undefined) continue;
    totals.set(id, (totals.get(id) ?? 0) + Math.abs(Number(value) || 0));
  }
  return [...totals].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}

/**
 * Sorts the values of a key: periods by time with the missing ones between them, values of an enum in its order, times
 * from old to new, each with NULL at the end. Other values retain their order.
 */
function sortValues(
  values: readonly (string | null)[],
  column: Column | undefined,
  bucket: NonNullable<ChartSpec['by']>['bucket'],
): (string | null)[] {
  const filled = values.filter((value) => value !== null);
  const nulls = values.filter((value) => value === null);
  if (bucket) return [...fillBuckets(filled, bucket), ...nulls];
  if (column?.kind === 'enum') {
    const unlisted = filled.filter((value) => !column.enum.includes(value));
    return [...column.enum.filter((value) => filled.includes(value)), ...unlisted, ...nulls];
  }
  if (column?.kind === 'date' || column?.kind.startsWith('timestamp'))
    return [...filled.toSorted(), ...nulls];
  return [...values];
}

/**
 * Limits a list: to the last periods, otherwise to the first items with one for the sum of the others if they can be added.
 * With `hasRest`, the others contain groups whose number is not known.
 */
function limitItems(
  values: readonly (string | null)[],
  limit: number,
  { canAdd, isPeriod, hasRest }: { canAdd: boolean; isPeriod: boolean; hasRest: boolean },
): ChartItem[] {
  const toItem = (value: string | null): ChartItem => ({ value, others: 0 });
  if (values.length <= limit && !hasRest) return values.map(toItem);
  if (isPeriod) return values.slice(-limit).map(toItem);
  if (!canAdd) return values.slice(0, limit).map(toItem);
  const shown = values.slice(0, limit - 1).map(toItem);
  const others = hasRest ? Number.POSITIVE_INFINITY : values.length - shown.length;
  return [...shown, { value: undefined, others }];
}
