import type { Column } from '@/lib/api.gen';
import type { Value } from '../api/row';

/** The distance at which a card at an end of its lane is placed: leaves integers room for cards in between. */
const step = 1024n;

interface Decimal {
  digits: bigint;
  scale: number;
}

/**
 * A number between two neighbours, exact to the last digit: what a card's
 * position becomes when it is dropped there. Null or undefined is no neighbour.
 * Undefined where the column's type has no number between them.
 */
export function between(
  column: Column,
  before: Value | undefined,
  after: Value | undefined,
): string | undefined {
  const lower = parse(before);
  const upper = parse(after);
  const scale = column.kind === 'integer' ? 0 : (column.scale ?? undefined);
  if (lower && upper) return middle(lower, upper, scale);
  if (lower) return format({ digits: lower.digits + step * 10n ** BigInt(lower.scale), scale: lower.scale });
  if (upper) return format({ digits: upper.digits - step * 10n ** BigInt(upper.scale), scale: upper.scale });
  return String(step);
}

function parse(value: Value | undefined): Decimal | undefined {
  const match = typeof value === 'string' ? /^(-?\d+)(?:\.(\d+))?$/.exec(value) : null;
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  return { digits: BigInt(`${match[1]}${fraction}`), scale: fraction.length };
}

function middle(lower: Decimal, upper: Decimal, most: number | undefined): string | undefined {
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
  return found > low && found < high ? format({ digits, scale }) : undefined;
}

function format({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const fraction = scale > 0 ? text.slice(-scale).replace(/0+$/, '') : '';
  const whole = scale > 0 ? text.slice(0, -scale) : text;
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
