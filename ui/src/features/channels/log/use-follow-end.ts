import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from the end at which the user still counts as being at the end. */
const tolerance = 24;

/** Keeps a list scrolled to its end while the user is there. `lastId` changes with each new last item. */
export function useFollowEnd(lastId: number | undefined) {
  const ref = useRef<HTMLElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const scrollToEnd = () => ref.current?.scrollTo({ top: ref.current.scrollHeight });
  useLayoutEffect(() => {
    const list = ref.current;
    if (isAtEnd && lastId !== undefined && list) list.scrollTop = list.scrollHeight;
  }, [isAtEnd, lastId]);
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const measure = () => setAtEnd(list.scrollHeight - list.scrollTop - list.clientHeight <= tolerance);
    list.addEventListener('scroll', measure, { passive: true });
    return () => list.removeEventListener('scroll', measure);
  }, []);
  return { ref, isAtEnd, scrollToEnd };
}
