import { useCallback, useEffect, useState } from 'react';

/** How long a notice stays, in milliseconds. */
const noticeDuration = 4_000;

/** A short word that goes away by itself. */
export function useNotice(): [string | undefined, (text: string) => void] {
  const [notice, setNotice] = useState<{ text: string }>();
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(undefined), noticeDuration);
    return () => clearTimeout(timer);
  }, [notice]);
  return [notice?.text, useCallback((text: string) => setNotice({ text }), [])];
}
