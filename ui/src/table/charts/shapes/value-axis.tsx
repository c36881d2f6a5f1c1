import type { Scale } from '@/data/charts/drawing/nice-scale';
import styles from '../chart.module.css';
import type { ChartModel } from '../chart-model';

export interface ValueAxisProps {
  model: ChartModel;
  scale: Scale;
  /** Returns the position of a value on the axis, in pixels. */
  toPosition: (value: number) => number;
  /** The extent of the grid lines across the axis, in pixels. */
  from: number;
  to: number;
  isHorizontal?: boolean;
}

/** The grid lines and texts of the values. */
export function ValueAxis({ model, scale, toPosition, from, to, isHorizontal = false }: ValueAxisProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a drawing can't be focused
    <g aria-hidden="true">
      {scale.ticks.map((tick) => {
        const at = Math.round(toPosition(tick)) + 0.5;
        const className = tick === 0 ? styles.zeroLine : styles.gridLine;
        return isHorizontal ? (
          <g key={tick}>
            <line x1={at} x2={at} y1={from} y2={to} className={className} />
            <text x={at} y={to + 14} textAnchor="middle" className={styles.tick}>
              {model.formatShort(tick)}
            </text>
          </g>
        ) : (
          <g key={tick}>
            <line x1={from} x2={to} y1={at} y2={at} className={className} />
            <text x={from - 8} y={at + 4} textAnchor="end" className={styles.tick}>
              {model.formatShort(tick)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

export interface CategoryAxisProps {
  model: ChartModel;
  /** Returns the middle of a category, in pixels. */
  toX: (category: number) => number;
  y: number;
  /** The distance of two categories, in pixels. */
  step: number;
  /** The width of the drawing, in pixels, beyond which no text extends. */
  width: number;
}

/** Width of a character of a label, in pixels. */
const characterWidth = 6.2;

/** The texts of the categories below a drawing; so many that they do not overlap. */
export function CategoryAxis({ model, toX, y, step, width }: CategoryAxisProps) {
  const longest = Math.max(...model.categories.map(({ text }) => Math.min(text.length, 24)));
  const last = model.categories.length - 1;
  const end = width - (longest * characterWidth) / 2;
  // The last text does not extend beyond the drawing, so that it is closer to the one before it.
  const needed = longest * characterWidth + 10 + Math.max(toX(last) - end, 0);
  const every = Math.max(1, Math.ceil(needed / step));
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a drawing can't be focused
    <g aria-hidden="true">
      {model.categories.map(({ id, text }, i) =>
        (last - i) % every === 0 ? (
          <text key={id} x={Math.min(toX(i), end)} y={y + 16} textAnchor="middle" className={styles.tick}>
            {shortenLabel(text, 24)}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** Shortens a label to a number of characters. */
export function shortenLabel(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, Math.max(length - 1, 1)).join('')}…`;
}

/** Returns the width of the texts of a value axis, in pixels. */
export function measureTicks(model: ChartModel, scale: Scale): number {
  return Math.max(...scale.ticks.map((tick) => model.formatShort(tick).length)) * characterWidth + 12;
}
