/** Maximum number of decimals, without the zeros that follow the point of a small number (at most 3: smaller numbers have an exponent). */
const maxDecimals = 6;

/**
 * Rounds the text of a float to 6 decimals: '0.3' for '0.30000000000000004', the sum of 0.1 and 0.2. A number below 1 has 6
 * digits after its first zeros: '0.000123457'. Texts with fewer decimals, NaN and others are returned unchanged.
 */
export function roundFloat(text: string): string {
  const [, number = '', zeros = '', fraction = '', exponent = ''] =
    /^(-?(?:0\.(0*)|\d+\.)(\d+))(e.+)?$/.exec(text) ?? [];
  if (fraction.length <= maxDecimals) return text;
  return (
    Number(number)
      .toFixed(zeros.length + maxDecimals)
      .replace(/\.?0+$/, '') + exponent
  );
}
