import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Empty modules around the code, which readers need (ISO/IEC 18004). */
const border = 4;

/** A QR code of a text. It is dark on light in both themes, because many readers can't read an inverted code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
