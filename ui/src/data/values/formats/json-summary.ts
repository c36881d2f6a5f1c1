import type { Column } from '@/lib/api.gen';
import { isJSONNumber, parseJSON } from '@/lib/text/json';

/** Keys of the name of an object, the best first. */
const nameKeys = [/^name$/i, /^title$/i, /^(label|filename)$/i];

/** Maximum number of characters of JSON that is summarized. */
const maxJSONLength = 2000;

/**
 * Returns the JSON of a column as text for one line, without its syntax: a list with its items separated by commas, an object by its
 * name, or with its values, and the document of a text editor by its text. Undefined for other columns and values, for deeper or long JSON, and for text that is not JSON.
 */
export function summarizeJSON({ kind }: Column, text: string): string | undefined {
  if (kind !== 'json' || text.length > maxJSONLength || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = parseJSON(text);
    if (isDocument(value)) return listTexts(value).join(' ') || undefined;
    const items = [value].flat().map(describeItem);
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

/** Whether a value is a document of ProseMirror, on which editors such as Tiptap are based. */
function isDocument(value: unknown): value is { content: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'content' in value &&
    'type' in value &&
    value.type === 'doc'
  );
}

/** Returns the texts of a node of a document, in their order. */
function listTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listTexts);
  if (typeof node !== 'object' || node === null) return [];
  if ('text' in node && typeof node.text === 'string') return [node.text];
  return 'content' in node ? listTexts(node.content) : [];
}

const isScalar = (value: unknown) => typeof value !== 'object' || isJSONNumber(value);
