import type { Column } from '@/lib/api.gen';
import { isJSONNumber, parseJSON } from '@/lib/text/json';

/** Keys of the name of an object, the best first. */
const nameKeys = [/^name$/i, /^title$/i, /^(label|filename)$/i];

/** Maximum number of characters of JSON that is summarized. */
const maxJSONLength = 2000;

/**
 * Returns the JSON of a column as text for one line, without its syntax: a list with its items separated by commas, an object by its
 * name, or with its values. Undefined for other columns and values, for deeper or long JSON, and for text that is not JSON.
 */
export function summarizeJSON({ kind }: Column, text: string): string | undefined {
  if (kind !== 'json' || text.length > maxJSONLength || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const items = [parseJSON(text)].flat().map(describeItem);
    return items.filter(Boolean).join(', ') || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a text, number or boolean, or the name or the values of an object: texts alone, other values with their keys. Throws a
 * TypeError for null, lists, and objects that contain lists or objects.
 */
function describeItem(item: unknown): string {
  if (isScalar(item)) return String(item);
  const entries = Object.entries(item as object).filter(([, value]) => value !== null && value !== '');
  if (Array.isArray(item) || !entries.every(([, value]) => isScalar(value))) throw new TypeError('nested');
  const name = nameKeys.map((test) => entries.find(([key]) => test.test(key))?.[1]).find(Boolean);
  const isText = entries.every(([, value]) => typeof value === 'string');
  return String(name ?? entries.map(([key, value]) => (isText ? value : `${key}: ${value}`)).join(' · '));
}

const isScalar = (value: unknown) => typeof value !== 'object' || isJSONNumber(value);
