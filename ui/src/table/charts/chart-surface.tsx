import { type ReactNode, type RefObject, useId } from 'react';
import styles from './chart.module.css';
import type { ChartModel } from './chart-model';
import { ChartPatterns } from './shapes/chart-patterns';
import type { ChartMarks } from './use-chart-marks';

export interface ChartSurfaceProps {
  model: ChartModel;
  marks: ChartMarks;
  element: RefObject<HTMLDivElement | null>;
  width: number;
  height: number;
  /** Renders the drawing. `patterns` is the id of the patterns. */
  children: (patterns: string) => ReactNode;
}

/** The area of a drawing, with the text of the mark that the user points at or focuses. */
export function ChartSurface({ model, marks, element, width, height, children }: ChartSurfaceProps) {
  const id = useId();
  const { active } = marks;
  return (
    <div ref={element} className={styles.surface} style={{ minHeight: height }}>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't contain a drawing
        <svg
          ref={marks.drawing}
          width={width}
          height={height}
          role="group"
          aria-label={model.title}
          onKeyDown={marks.onKeyDown}
        >
          <ChartPatterns id={id} />
          {children(id)}
        </svg>
      )}
      {active && (
        <div
          className={styles.tooltip}
          aria-hidden="true"
          style={{ left: Math.min(Math.max(active.x, 60), Math.max(width - 60, 60)), top: active.y }}
        >
          {active.text}
        </div>
      )}
    </div>
  );
}
