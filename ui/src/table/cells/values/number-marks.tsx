import { Star } from 'lucide-react';
import styles from './number-marks.module.css';

interface NumberMarkProps {
  value: number;
  max: number;
  /** The number as text. */
  text: string;
}

/** A number as a bar up to a maximum, with its percentage. */
export function ProgressBar({ value, max, text }: NumberMarkProps) {
  const share = Math.min(Math.max(value / max, 0), 1);
  return (
    <span className={styles.progress} title={String(value)}>
      <span className={styles.track} aria-hidden>
        <span className={styles.bar} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles.figure}>{text}</span>
    </span>
  );
}

/** A number as stars, of which halves are rounded up. */
export function RatingStars({ value, max, text }: NumberMarkProps) {
  const full = Math.round(Math.min(Math.max(value, 0), max));
  return (
    <span className={styles.rating} role="img" aria-label={text} title={text}>
      {Array.from({ length: max }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars have no identity but their position
        <Star key={index} size={13} data-full={index < full || undefined} aria-hidden />
      ))}
    </span>
  );
}
