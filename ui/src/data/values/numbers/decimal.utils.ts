/** Sums of numbers as the database wrote them: whole numbers of a smallest unit, so that no digit is lost. */
export interface Decimal {
  units: bigint;
  /** Digits after the point: the value is units / 10^scale. */
  scale: number;
}

/** A longer exponent would make a number of more digits than anybody reads. */
const maxExponent = 5_000;

export const zero: Decimal = { units: 0n, scale: 0 };

/** Reads '12.50', '-3' and '1.5e-7'. Undefined for NaN, Infinity and what is no number. */
export function parseDecimal(text: string): Decimal | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text.trim());
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  if (!match || whole + fraction === '' || Math.abs(Number(exponent)) > maxExponent) return undefined;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Writes it with all digits of its scale, as the database does: 2.50 stays 2.50. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale > 0 ? `.${digits.slice(-scale)}` : '';
  return `${units < 0n ? '-' : ''}${whole}${fraction}`;
}

function unitsAtScale({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAtScale(a, scale) + unitsAtScale(b, scale), scale };
}

/** Negative where a is less than b, 0 where they are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAtScale(a, scale) - unitsAtScale(b, scale);
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** Divided by a count, to so many digits after the point; half is rounded away from zero. */
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
