import type { Value } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';

/** The distance at which a card at an end of its lane is placed: leaves integers room for cards in between. */
const positionStep = 1024n;

interface Decimal {
  digits: bigint;
  scale: number;
}

/**
 * A number between two neighbours, exact to the last digit: what a card's
 * position becomes when it is dropped there. Null or undefined is no neighbour.
 * Undefined where the column's type has no number between them, or past them.
 */
export function computePosition(
  column: Column,
  before: Value | undefined,
  after: Value | undefined,
): string | undefined {
  const lower = parsePosition(before);
  const upper = parsePosition(after);
  const scale = column.kind === 'integer' ? 0 : (column.scale ?? undefined);
  if (lower && upper) return computeMiddle(lower, upper, scale);
  const [from, sign] = upper ? [upper, -1n] : [lower ?? { digits: 0n, scale: 0 }, 1n];
  const next = { digits: from.digits + sign * positionStep * 10n ** BigInt(from.scale), scale: from.scale };
  const past = upperLimitOf(column);
  if (!past || comparePositions({ ...next, digits: sign * next.digits }, past) < 0)
    return formatPosition(next);
  // A step would leave what the column holds: the rest of the way is halved.
  return sign > 0n
    ? computeMiddle(from, past, scale)
    : computeMiddle({ ...past, digits: -past.digits }, from, scale);
}

const integerBits: Readonly<Record<string, bigint>> = { int2: 15n, int4: 31n, int8: 63n };

/** The first number that a column can't hold any more; undefined where there is none. */
function upperLimitOf({ kind, base, precision, scale }: Column): Decimal | undefined {
  const bits = integerBits[base];
  if (bits !== undefined) return { digits: 2n ** bits, scale: 0 };
  if (kind !== 'numeric' || precision === null) return undefined;
  return { digits: 10n ** BigInt(precision), scale: scale ?? 0 };
}

/** Below zero where a number is less than another. */
function comparePositions(a: Decimal, b: Decimal): number {
  const [left, right] = [a.digits * 10n ** BigInt(b.scale), b.digits * 10n ** BigInt(a.scale)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The positions that a card dropped at a place stands between: neighbours without one are passed over. */
export function adjacentPositions(
  positions: readonly (Value | undefined)[],
  index: number,
): { before: Value | undefined; after: Value | undefined } {
  const placed = (value: Value | undefined) => value !== null && value !== undefined;
  const before = positions.slice(0, index).findLast(placed);
  const direct = positions[index];
  // Those without one stand together, at the end of their lane or at its start.
  const after = placed(direct) || placed(before) ? direct : positions.slice(index).find(placed);
  return { before, after };
}

function parsePosition(value: Value | undefined): Decimal | undefined {
  const match = typeof value === 'string' ? /^(-?\d+)(?:\.(\d+))?$/.exec(value) : null;
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length };
}

function computeMiddle(lower: Decimal, upper: Decimal, most: number | undefined): string | undefined {
  // One digit more than either has halves exactly.
  const exact = Math.max(lower.scale, upper.scale) + 1;
  const at = (decimal: Decimal) => decimal.digits * 10n ** BigInt(exact - decimal.scale);
  const [low, high] = [at(lower), at(upper)];
  const scale = Math.min(exact, most ?? exact);
  const unit = 10n ** BigInt(exact - scale);
  const half = (low + high) / 2n;
  // Rounded down to what the column keeps, also below zero.
  const digits = (half - (((half % unit) + unit) % unit)) / unit;
  const found = digits * unit;
  return found > low && found < high ? formatPosition({ digits, scale }) : undefined;
}

function formatPosition({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const fraction = scale > 0 ? text.slice(-scale).replace(/0+$/, '') : '';
  const whole = scale > 0 ? text.slice(0, -scale) : text;
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
