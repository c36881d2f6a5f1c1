import type { Column } from '@/lib/api.gen';
import { getColumnFormat } from './column-format';

const rateName =
  /(^|_)(rate|ratio|percent|percentage|pct|share|score|grade|rating|average|avg|mean|temperature|temp|age)(_|$)/i;
const coordinateName = /(^|_)(lat|latitude|lng|lon|longitude)(_|$)/i;

/** Whether a column contains a geographic latitude or longitude, by its name. */
export function isCoordinate({ name }: Pick<Column, 'name'>): boolean {
  return coordinateName.test(name);
}

/** Whether the sum of a column's numbers has no meaning, but their average has: a rate, a grade, a temperature or a coordinate. */
export function isRate(column: Column): boolean {
  const { kind } = getColumnFormat(column);
  if (kind === 'currency') return false;
  return (
    kind === 'percent' ||
    kind === 'rating' ||
    kind === 'progress' ||
    rateName.test(column.name) ||
    isCoordinate(column)
  );
}
