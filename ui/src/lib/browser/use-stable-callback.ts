import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that is the same in each render and calls the function of the last render. Only for event
 * handlers, not to be called during rendering.
 */
export function useStableCallback<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
