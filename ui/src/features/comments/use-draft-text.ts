import { useState } from 'react';
import { drafts } from '@/data/writes/drafts';

/** The name of the text in a draft. */
const field = 'body';

/**
 * Returns a text that outlives navigation and a reload, with the function that changes it. `id` is a JSON array that
 * starts with the user's id. A text that equals `initial` is not stored.
 */
export function useDraftText(id: string, initial = ''): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => {
    const stored = drafts.get(id)?.entered[field];
    return typeof stored === 'string' ? stored : initial;
  });
  return [
    text,
    (next) => {
      setText(next);
      if (next === initial) drafts.delete(id);
      else drafts.set(id, { baseRow: undefined, entered: { [field]: next } });
    },
  ];
}
