import { useEffect, useRef, useState } from 'react';

/** Returns a ref for an element, and its width and height in pixels; 0 before they are measured. */
export function useElementSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () => {
      const [width, height] = [Math.floor(target.clientWidth), Math.floor(target.clientHeight)];
      setSize((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    measure();
    return () => observer.disconnect();
  }, []);
  return { element, ...size };
}
