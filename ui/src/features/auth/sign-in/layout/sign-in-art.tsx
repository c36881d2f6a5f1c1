import { Chip } from '@/components/marks/chip';
import styles from './sign-in-art.module.css';

const rows = [
  { widths: [46, 108], chip: 'packed', hue: 3, rest: [62, 96, 140] },
  { widths: [46, 84], chip: 'confirmed', hue: 1, rest: [54, 110, 84] },
  { widths: [46, 122], chip: 'delivered', hue: 5, rest: [66, 78, 128] },
  { widths: [46, 70], chip: 'roasting', hue: 2, rest: [58, 102, 92], edited: true },
  { widths: [46, 96], chip: 'shipped', hue: 4, rest: [48, 88, 116] },
  { widths: [46, 114], chip: 'draft', hue: 0, rest: [64, 70, 104] },
  { widths: [46, 78], chip: 'delivered', hue: 5, rest: [52, 94, 136] },
] as const;

/** Decorative outline of a table in which one row is being saved. */
export function SignInArt() {
  return (
    <div className={styles.art} aria-hidden="true" inert>
      {rows.map((row, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant
          key={i}
          className={styles.row}
          data-edited={'edited' in row || undefined}
        >
          {row.widths.map((width) => (
            <i key={width} className={styles.bar} style={{ width }} />
          ))}
          <span>
            <Chip value={row.chip} hue={row.hue} title="" />
          </span>
          <svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true">
            <circle cx="12" cy="12" r="10" pathLength={1} />
            <path d="m8 12.5 3 3 5.5-6" pathLength={1} />
          </svg>
          {row.rest.map((width) => (
            <i key={width} className={styles.bar} style={{ width }} />
          ))}
        </div>
      ))}
    </div>
  );
}
