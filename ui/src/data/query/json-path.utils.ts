import { parseJSONPath, quoteName } from './filters.utils';

/** A way into a JSON column: its keys as the syntax writes them, and how the last one is read. */
export interface JSONPath {
  keys: readonly string[];
  /** `->>` reads a text, `->` reads JSON. */
  arrow: JSONArrow;
}

export type JSONArrow = '->' | '->>';

const stepPattern = /(->>?)("(?:[^"\\]|\\.)*"|-?\d+|[A-Za-z_][A-Za-z0-9_]*)/g;

/** The steps of a condition's path. */
export function parsePath(path: string): JSONPath {
  const steps = [...path.matchAll(stepPattern)];
  return {
    keys: steps.map(([, , key = '']) => key),
    arrow: steps.at(-1)?.[1] === '->' ? '->' : '->>',
  };
}

export function formatPath({ keys, arrow }: JSONPath): string {
  return keys.map((key, i) => `${i === keys.length - 1 ? arrow : '->'}${key}`).join('');
}

const plainKey = /^[^".]*[^".\d-][^".]*$/;

/** Keys as people write them: `box.width`, `sizes.0`, `"a.b".c`. */
export function formatKeys(keys: readonly string[]): string {
  const plain = (key: string) => {
    const text = key.startsWith('"') ? key.slice(1, -1).replace(/\\(.)/g, '$1') : key;
    return plainKey.test(text) ? text : key;
  };
  return keys.map(plain).join('.');
}

/** What keysText wrote, or a person typed; also the syntax itself, `box->>width`. Undefined if it can't be read. */
export function parseKeys(text: string): readonly string[] | undefined {
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
  const read = parts.map(([whole]) => whole).join('');
  if (read !== typed || typed.endsWith('.')) return undefined;
  return parts.map(([, key = '']) => (/^("|-?\d+$)/.test(key) ? key : quoteName(key.trim())));
}
