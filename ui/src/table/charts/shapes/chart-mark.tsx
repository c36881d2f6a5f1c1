import type { MouseEvent, ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import styles from '../chart.module.css';
import { type ChartModel, describeMark, getPartHue } from '../chart-model';
import type { ChartMarks } from '../use-chart-marks';

export interface ChartMarkProps {
  model: ChartModel;
  marks: ChartMarks;
  /** The position of the mark among all marks. */
  index: number;
  category: number;
  part: number;
  /** The position of the mark's text, in pixels. */
  x: number;
  y: number;
  children: ReactNode;
}

/** A bar, point or sector with its text. It is a link to its rows. */
export function ChartMark({ model, marks, index, category, part, x, y, children }: ChartMarkProps) {
  const href = model.hrefOf(category, part);
  const text = describeMark(model, category, part);
  const show = () => marks.setActive({ x, y, text });
  const open = (event: MouseEvent) => {
    if (!href || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a
      className={styles.mark}
      href={href}
      role={href ? undefined : 'img'}
      aria-label={text}
      data-mark={index}
      data-hue={model.spec.split || model.spec.type === 'pie' ? getMarkHue(model, category, part) : undefined}
      tabIndex={index === marks.current ? 0 : -1}
      onClick={open}
      onFocus={() => {
        marks.setCurrent(index);
        show();
      }}
      onBlur={() => marks.setActive(undefined)}
      onPointerEnter={show}
      onPointerLeave={() => marks.setActive(undefined)}
    >
      {children}
    </a>
  );
}

/** Returns the hue of a part; of a donut, of a category. */
function getMarkHue({ spec, categories, parts }: ChartModel, category: number, part: number) {
  return spec.type === 'pie' ? getPartHue(category, categories[category]) : getPartHue(part, parts[part]);
}
