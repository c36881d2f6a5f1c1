import { type CalendarSource, movedBy, placedAt, resizedBy } from '@/data/layouts/calendar.utils';
import type { Row } from '@/data/rows/row';
import type { Carry } from '../calendar.types';

/** What dropping what is carried changes where it is now; undefined where nothing can be, or has to be. */
export function changesOf(
  source: CalendarSource,
  { row, part, delta, place, done }: Pick<Carry, 'row' | 'part' | 'delta' | 'place' | 'done'>,
  zone: string,
): Row | undefined {
  if (place !== undefined) return placedAt(source, place, zone);
  if (!delta) return done;
  const from = { ...row, ...done };
  const more =
    part === 'all' ? movedBy(source, from, delta, zone) : resizedBy(source, from, part, delta, zone);
  return more && { ...done, ...more };
}
