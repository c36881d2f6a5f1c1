import { useCallback, useEffect, useState } from 'react';

/** The duration of a notice, in milliseconds. */
const noticeDuration = 4_000;

/** Returns a notice that disappears after some seconds, and the function that shows a notice. */
export function useNotice(): [string | undefined, (text: string) => void] {
  const [notice, setNotice] = useState<{ text: string }>();
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(undefined), noticeDuration);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice?.text, useCallback((text: string) => setNotice({ text }), [])];
}
