import { splitNameWords } from '@/data/titles/name-words';
import type { Column } from '@/lib/api.gen';
import { getColumnFormat } from './column-format';

const rateWord =
  /^(rate|ratio|percent|percentage|pct|score|grade|rating|average|avg|mean|temperature|temp|age)$/;
const coordinateWord = /^(lat|latitude|lng|lon|longitude)$/;

/** Whether a column contains a geographic latitude or longitude, by its name. */
export function isCoordinate({ name }: Pick<Column, 'name'>): boolean {
  return splitNameWords(name).some((word) => coordinateWord.test(word));
}

/** Whether the sum of a column's numbers has no meaning, but their average has: a rate, a grade, a temperature, a unit price or a coordinate. */
export function isRate(column: Column): boolean {
  const { kind } = getColumnFormat(column);
  if (kind === 'currency') return false;
  const words = splitNameWords(column.name);
  return (
    kind === 'percent' ||
    kind === 'rating' ||
    kind === 'progress' ||
    words.some((word) => rateWord.test(word)) ||
    /unit (price|cost)/.test(words.join(' ')) ||
    words.at(-1) === 'share' || // but not 'share_capital'
    isCoordinate(column)
  );
}
