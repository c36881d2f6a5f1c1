import { type KeyboardEvent, useRef, useState } from 'react';

/** The mark that the user points at or focuses. */
export interface ActiveMark {
  /** The position of its text in the drawing, in pixels. */
  x: number;
  y: number;
  text: string;
}

/**
 * Returns the state of a drawing's marks. Tab enters at one mark; arrow keys move between marks (`columns` marks in a
 * step up or down), and Enter opens the rows of the mark, which is a link.
 */
export function useChartMarks(columns: number) {
  const drawing = useRef<SVGSVGElement>(null);
  const [current, setCurrent] = useState(0);
  const [active, setActive] = useState<ActiveMark>();
  const listMarks = () => [...(drawing.current?.querySelectorAll<SVGElement>('[data-mark]') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const marks = listMarks();
    const index = marks.indexOf(event.target as SVGElement);
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
    const step = steps[event.key as keyof typeof steps];
    const target =
      event.key === 'Home' ? 0 : event.key === 'End' ? marks.length - 1 : step ? index + step : undefined;
    if (index < 0 || target === undefined) return;
    event.preventDefault();
    marks[Math.min(Math.max(target, 0), marks.length - 1)]?.focus();
  };
  return { drawing, current, setCurrent, active, setActive, onKeyDown };
}

export type ChartMarks = ReturnType<typeof useChartMarks>;
