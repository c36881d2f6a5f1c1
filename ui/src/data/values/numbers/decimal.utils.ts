/** An exact decimal number: units / 10^scale. `scale` is the number of digits after the decimal point. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** Maximum exponent that parseDecimal accepts, because the digits need memory. */
const maxExponent = 5_000;

export const zero: Decimal = { units: 0n, scale: 0 };

/** Parses '12.50', '-3' and '1.5e-7'. Undefined for NaN, Infinity and other texts. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text.trim());
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (!match || whole + fraction === '' || Math.abs(Number(exponent)) > maxExponent) return undefined;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Formats a number with all digits of its scale, as PostgreSQL does: '2.50'. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale > 0 ? `.${digits.slice(-scale)}` : '';
  return `${units < 0n ? '-' : ''}${whole}${fraction}`;
}

/** Returns the number with another scale. Truncates digits beyond it (toward zero). */
export function rescaleDecimal({ units, scale }: Decimal, newScale: number): Decimal {
  return newScale >= scale
    ? { units: units * 10n ** BigInt(newScale - scale), scale: newScale }
    : { units: units / 10n ** BigInt(scale - newScale), scale: newScale };
}

function unitsAtScale(decimal: Decimal, scale: number): bigint {
  return rescaleDecimal(decimal, scale).units;
}

/** Returns the exact sum. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAtScale(a, scale) + unitsAtScale(b, scale), scale };
}

/** Compares two numbers: negative if a < b, 0 if they are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAtScale(a, scale) - unitsAtScale(b, scale);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** Divides a sum by a count. Rounds to `digits` digits after the decimal point, half away from zero. */
export function divideDecimal(sum: Decimal, count: number, digits: number): Decimal {
  const by = BigInt(count);
  const exact = unitsAtScale(sum, Math.max(sum.scale, digits));
  const shift = 10n ** BigInt(Math.max(sum.scale, digits) - digits);
  const divisor = by * shift;
  const half = divisor / 2n;
  const units = (exact < 0n ? exact - half : exact + half) / divisor;
  return { units, scale: digits };
}

/** Returns the exact product. Its scale is the sum of both scales. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}
