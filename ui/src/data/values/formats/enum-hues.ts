import type { Column } from '@/lib/api.gen';
import { getIndexHue, hashHue, hueCount } from '@/lib/text/hue';
import { isDoneValue } from './due-dates';

const toSet = (words: string) => new Set(words.split('|'));

const failedWords = toSet(
  'canceled|cancelled|rejected|declined|denied|refused|failed|failure|error|blocked|overdue|late|expired|lost|uncollectible|' +
    'storniert|abgelehnt|überfällig|fehlgeschlagen|annulé|refusé|cancelado|rechazado|vencido|annullato|geannuleerd',
);
const succeededWords = toSet(
  'approved|accepted|active|published|available|success|successful|succeeded|won|passed|verified|signed|genehmigt|aktiv',
);
const waitingWords = toSet('pending|waiting|paused|on_hold|onhold|hold|warning|wartend');
const closedWords = toSet('archived|refunded|returned|void|voided|closed|abgebrochen|geschlossen');

/** The hues of statuses that most people connect with a color: greens, reds and amber. */
const greens = [5, 8];
const reds = [6];
const ambers = [3];

/** The hues without such a meaning, for texts whose values are not known. */
const neutralHues = [0, 1, 2, 4, 7, 9];

/** Returns the usual hues of a status by its name, the first preferred; none for other values. */
function listUsualHues(value: string): readonly number[] {
  const word = value.toLowerCase().replaceAll(/[\s-]+/g, '_');
  if (failedWords.has(word)) return reds;
  if (waitingWords.has(word)) return ambers;
  if (closedWords.has(word)) return [];
  return succeededWords.has(word) || isDoneValue(word) ? greens : [];
}

const huesByValues = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/**
 * Returns the hue (0 to 9) of a value of an enum, or of a text with a status: a green for "paid", a red for "overdue" and so on. The
 * other values of an enum get the remaining hues in their order, so that up to ten values differ.
 */
export function getEnumHue(column: Pick<Column, 'enum'>, value: string): number {
  let hues = huesByValues.get(column.enum);
  if (!hues) {
    hues = assignHues(column.enum);
    huesByValues.set(column.enum, hues);
  }
  const hue = hues.get(value) ?? listUsualHues(value)[0];
  return hue ?? neutralHues[hashHue(value) % neutralHues.length] ?? 0;
}

function assignHues(values: readonly string[]): ReadonlyMap<string, number> {
  const hues = new Map<string, number>();
  const free = new Set(Array.from({ length: hueCount }, (_, i) => i));
  for (const value of values) {
    const hue = listUsualHues(value).find((each) => free.has(each));
    if (hue === undefined) continue;
    hues.set(value, hue);
    free.delete(hue);
  }
  const others = [...free];
  for (const [i, value] of values.filter((each) => !hues.has(each)).entries()) {
    hues.set(value, others[i % others.length] ?? getIndexHue(i));
  }
  return hues;
}
