import { Chip } from '@/components/chip';
import styles from './sign-in-art.module.css';

const rows = [
  { widths: [46, 108], chip: 'packed', index: 3 },
  { widths: [46, 84], chip: 'confirmed', index: 1 },
  { widths: [46, 122], chip: 'delivered', index: 5 },
  { widths: [46, 70], chip: 'roasting', index: 2, edited: true },
  { widths: [46, 96], chip: 'shipped', index: 4 },
  { widths: [46, 114], chip: 'draft', index: 0 },
  { widths: [46, 78], chip: 'delivered', index: 5 },
] as const;

/** A table in outline, with one row that has just been changed. Decoration. */
export function SignInArt() {
  return (
    <div className={styles.art} aria-hidden="true" inert>
      {rows.map((row, i) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
          key={i}
          className={styles.row}
          data-edited={'edited' in row || undefined}
        >
          {row.widths.map((width) => (
            <i key={width} className={styles.bar} style={{ width }} />
          ))}
          <span>
            <Chip value={row.chip} index={row.index} title="" />
          </span>
          <i className={styles.bar} style={{ width: 52 }} />
          <svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true">
            <circle cx="12" cy="12" r="10" pathLength={1} />
            <path d="m8 12.5 3 3 5.5-6" pathLength={1} />
          </svg>
        </div>
      ))}
    </div>
  );
}
