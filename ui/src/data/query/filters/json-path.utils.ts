import { quoteName } from './filters.utils';
import { parseJSONPath } from './parse-filter';

/** A path into a JSON column: its keys in PostgREST's syntax (quoted if necessary), and the last arrow. */
export interface JSONPath {
  keys: readonly string[];
  /** `->>` returns the last value as text, `->` as JSON. */
  arrow: JSONArrow;
}

export type JSONArrow = '->' | '->>';

const stepPattern = /(->>?)("(?:[^"\\]|\\.)*"|-?\d+|[A-Za-z_][A-Za-z0-9_]*)/g;

/** Parses the path of a condition. Its arrow is `->>` for an empty path. */
export function parsePath(path: string): JSONPath {
  const steps = [...path.matchAll(stepPattern)];
  return {
    keys: steps.map(([, , key = '']) => key),
    arrow: steps.at(-1)?.[1] === '->' ? '->' : '->>',
  };
}

/** Formats a path for a condition; '' for a path without keys. */
export function formatPath({ keys, arrow }: JSONPath): string {
  return keys.map((key, i) => `${i === keys.length - 1 ? arrow : '->'}${key}`).join('');
}

const plainKey = /^[^".]*[^".\d-][^".]*$/;

/** Formats keys for an input field: `box.width`, `sizes.0`, `"a.b".c`. */
export function formatJSONKeys(keys: readonly string[]): string {
  const plain = (key: string) => {
    const text = key.startsWith('"') ? key.slice(1, -1).replace(/\\(.)/g, '$1') : key;
    return plainKey.test(text) ? text : key;
  };
  return keys.map(plain).join('.');
}

/**
 * Parses the keys of a JSON path from an input field: `box.width` (see formatJSONKeys) or PostgREST's `box->>width`.
 * Returns [] for an empty text, undefined if the syntax is invalid.
 */
export function parseJSONKeys(text: string): readonly string[] | undefined {
  const typed = text.trim();
  if (typed === '') return [];
  try {
    if (typed.includes('->')) {
      return parsePath(parseJSONPath(typed.startsWith('->') ? typed : `->${typed}`)).keys;
    }
  } catch {
    return undefined;
  }
  const parts = [...typed.matchAll(/("(?:[^"\\]|\\.)*"|[^".]+)(\.|$)/gy)];
  const matched = parts.map(([whole]) => whole).join('');
  if (matched !== typed || typed.endsWith('.')) return undefined;
  return parts.map(([, key = '']) => (/^("|-?\d+$)/.test(key) ? key : quoteName(key.trim())));
}
