import { useEffect, useState } from 'react';

/** Delays before a picture that could not be loaded is requested again, in milliseconds. */
const retryDelays = [4_000, 15_000, 60_000, 240_000];

export interface ImageState {
  state: 'loading' | 'loaded' | 'failed';
  onLoad: () => void;
  onError: () => void;
}

/**
 * Returns the loading state and the event handlers of an <img>. A picture that failed, for example while
 * the storage was down, is requested again a few times in the background, when the
 * page becomes visible, and when the network returns.
 */
export function useImage(url: string, wasLoaded = false): ImageState {
  const [state, setState] = useState<ImageState['state']>(wasLoaded ? 'loaded' : 'loading');
  useEffect(() => {
    if (state === 'failed') return retryImage(url, () => setState('loaded'));
  }, [state, url]);
  return { state, onLoad: () => setState('loaded'), onError: () => setState('failed') };
}

/** Requests a picture until it can be loaded. Returns the function that stops the requests. */
function retryImage(url: string, onLoad: () => void): () => void {
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let image: HTMLImageElement | undefined;
  const request = () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    image = new Image();
    image.onload = onLoad;
    image.onerror = schedule;
    image.src = url;
  };
  const schedule = () => {
    const delay = retryDelays[attempts];
    attempts += 1;
    if (delay !== undefined) timer = setTimeout(request, delay);
  };
  schedule();
  document.addEventListener('visibilitychange', request);
  window.addEventListener('online', request);
  return () => {
    clearTimeout(timer);
    if (image) image.onload = image.onerror = null;
    document.removeEventListener('visibilitychange', request);
    window.removeEventListener('online', request);
  };
}
