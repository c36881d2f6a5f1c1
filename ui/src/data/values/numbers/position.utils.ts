import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  rescaleDecimal,
  zero,
} from './decimal.utils';

/** Distance between the positions at the end of a lane. It leaves integers free for cards in between. */
const positionStep = 1024n;

/**
 * Returns an exact number between two positions, for a card that is dropped between
 * them. A missing neighbor is null or undefined. Undefined if the column's type has
 * no number between them, or beyond the only one.
 */
export function computePosition(
  column: Column,
  before: Value | undefined,
  after: Value | undefined,
): string | undefined {
  const lower = parsePosition(before);
  const upper = parsePosition(after);
  const maxScale = column.kind === 'integer' ? 0 : (column.scale ?? undefined);
  if (lower && upper) return computeMiddle(lower, upper, maxScale);
  const isBefore = upper !== undefined;
  const from = upper ?? lower ?? zero;
  const step: Decimal = { units: isBefore ? -positionStep : positionStep, scale: 0 };
  const next = addDecimals(from, step);
  const limit = getUpperLimit(column);
  if (!limit || compareDecimals(isBefore ? negate(next) : next, limit) < 0) return formatPosition(next);
  // A step would exceed the column's limit: use the middle of the remaining interval.
  return isBefore ? computeMiddle(negate(limit), from, maxScale) : computeMiddle(from, limit, maxScale);
}

const integerBits: Readonly<Record<string, bigint>> = { int2: 15n, int4: 31n, int8: 63n };

/** Returns the first number that is too large for a column; undefined if there is none. */
function getUpperLimit({ kind, base, precision, scale }: Column): Decimal | undefined {
  const bits = integerBits[base];
  if (bits !== undefined) return { units: 2n ** bits, scale: 0 };
  if (kind !== 'numeric' || precision === null) return undefined;
  return { units: 10n ** BigInt(precision), scale: scale ?? 0 };
}

function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

/** Returns the positions before and after the index at which a card is dropped. Skips cards without a position. */
export function getAdjacentPositions(
  positions: readonly (Value | undefined)[],
  index: number,
): { before: Value | undefined; after: Value | undefined } {
  const isSet = (value: Value | undefined) => value !== null && value !== undefined;
  const before = positions.slice(0, index).findLast(isSet);
  const next = positions[index];
  // Cards without a position are together at the end of the lane, or at its start.
  const after = isSet(next) || isSet(before) ? next : positions.slice(index).find(isSet);
  return { before, after };
}

function parsePosition(value: Value | undefined): Decimal | undefined {
  return typeof value === 'string' ? parseDecimal(value) : undefined;
}

/** Returns the middle of two numbers with at most `maxScale` digits after the point; undefined if there is no number between them. */
function computeMiddle(lower: Decimal, upper: Decimal, maxScale: number | undefined): string | undefined {
  // The middle has at most one digit more than the longer of the two.
  const exactScale = Math.max(lower.scale, upper.scale) + 1;
  const half = (rescaleDecimal(lower, exactScale).units + rescaleDecimal(upper, exactScale).units) / 2n;
  const middle = floorDecimal(
    { units: half, scale: exactScale },
    Math.min(exactScale, maxScale ?? exactScale),
  );
  return compareDecimals(middle, lower) > 0 && compareDecimals(middle, upper) < 0
    ? formatPosition(middle)
    : undefined;
}

/** Returns the number with fewer digits after the decimal point, rounded down. */
function floorDecimal(decimal: Decimal, scale: number): Decimal {
  const truncated = rescaleDecimal(decimal, scale);
  return compareDecimals(truncated, decimal) > 0 ? { units: truncated.units - 1n, scale } : truncated;
}

/** Formats a position without zeros at the end of its fraction. */
function formatPosition(position: Decimal): string {
  return formatDecimal(position)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
