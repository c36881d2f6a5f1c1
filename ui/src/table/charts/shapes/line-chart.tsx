import * as m from 'framer-motion/client';
import { layoutBars } from '@/data/charts/drawing/bar-layout';
import { computeScale } from '@/data/charts/drawing/nice-scale';
import { duration, easing } from '@/lib/browser/theme/motion';
import styles from '../chart.module.css';
import { getPartHue } from '../chart-model';
import { ChartSurface } from '../chart-surface';
import { useChartMarks } from '../use-chart-marks';
import { useElementSize } from '../use-element-size';
import type { DrawingProps } from './bar-chart';
import { ChartMark } from './chart-mark';
import { getPatternFill } from './chart-patterns';
import { formatMarkerPath, getLineDashes } from './line-shapes';
import { CategoryAxis, measureTicks, ValueAxis } from './value-axis';

/** Number of categories above which the markers are shown only on hover and focus. */
const maxMarkers = 60;

/** Lines, or areas that are stacked if their values can be added. */
export function LineChart({ model, height }: DrawingProps) {
  const { element, width } = useElementSize();
  const marks = useChartMarks(model.parts.length);
  const { type, fn } = model.spec;
  const isArea = type === 'area';
  // The ends of stacked bars are the points of stacked areas.
  const points = layoutBars(model.numbers, isArea && (fn === 'count' || fn === 'sum'));
  const scale = computeScale(
    points.flatMap(({ start, end }) => [start, end]),
    width < 480 ? 3 : 5,
  );
  const left = measureTicks(model, scale);
  const [top, bottom] = [10, height - 26];
  const step = (width - left - 24) / Math.max(model.categories.length - 1, 1);
  const toX = (category: number) => left + 12 + (model.categories.length === 1 ? step / 2 : step * category);
  const toY = (value: number) => bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top);
  return (
    <ChartSurface {...{ model, marks, element, width, height }}>
      {(patterns) => (
        <>
          <ValueAxis {...{ model, scale }} toPosition={toY} from={left} to={width} />
          <CategoryAxis {...{ model, toX, step, width }} y={bottom} />
          <m.g
            initial={{ opacity: 0 }}
            animate={{ opacity: 1 }}
            transition={{ duration: duration.slow, ease: easing.out }}
          >
            {model.parts.map((part, i) => (
              <PartLine
                key={part.id}
                {...{ model, toX, toY, isArea }}
                part={i}
                pattern={getPatternFill(patterns, i, part)}
                points={points.filter((point) => point.part === i)}
              />
            ))}
          </m.g>
          {points.map(({ category, part, end }, index) => {
            const [x, y] = [toX(category), toY(end)];
            return (
              <ChartMark
                key={`${model.categories[category]?.id} ${model.parts[part]?.id}`}
                {...{ model, marks, index, category, part, x, y }}
              >
                <circle cx={x} cy={y} r={Math.min(Math.max(step / 2, 5), 14)} fill="transparent" />
                <path
                  d={formatMarkerPath(part, x, y, 4)}
                  className={styles.marker}
                  data-quiet={model.categories.length > maxMarkers || undefined}
                />
              </ChartMark>
            );
          })}
        </>
      )}
    </ChartSurface>
  );
}

interface Point {
  category: number;
  start: number;
  end: number;
}

interface PartLineProps extends Pick<DrawingProps, 'model'> {
  /** The index of the part. */
  part: number;
  points: readonly Point[];
  isArea: boolean;
  pattern: string | undefined;
  toX: ToPosition;
  toY: ToPosition;
}

/** The line of a part, or its area, with a gap where a category has no value. */
function PartLine({ model, part, points, isArea, pattern, toX, toY }: PartLineProps) {
  const segments = splitAtGaps(points);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a drawing can't be focused
    <g data-hue={model.spec.split ? getPartHue(part, model.parts[part]) : undefined} aria-hidden="true">
      {isArea &&
        segments.map((segment) => {
          const d = areaPath(segment, toX, toY);
          return (
            <g key={segment[0]?.category}>
              <path d={d} className={styles.area} />
              {pattern && <path d={d} fill={pattern} />}
            </g>
          );
        })}
      {segments.map((segment) => (
        <path
          key={segment[0]?.category}
          d={linePath(segment, toX, toY)}
          className={styles.line}
          strokeDasharray={isArea ? undefined : getLineDashes(part)}
        />
      ))}
    </g>
  );
}

/** Splits points into runs of consecutive categories. */
function splitAtGaps<P extends Point>(points: readonly P[]): P[][] {
  const segments: P[][] = [];
  for (const point of points) {
    const last = segments.at(-1);
    if (last?.at(-1)?.category === point.category - 1) last.push(point);
    else segments.push([point]);
  }
  return segments;
}

type ToPosition = (value: number) => number;

function linePath(points: readonly Point[], toX: ToPosition, toY: ToPosition): string {
  return points.map(({ category, end }, i) => `${i === 0 ? 'M' : 'L'}${toX(category)},${toY(end)}`).join('');
}

function areaPath(points: readonly Point[], toX: ToPosition, toY: ToPosition): string {
  const base = points
    .toReversed()
    .map(({ category, start }) => `L${toX(category)},${toY(start)}`)
    .join('');
  return `${linePath(points, toX, toY)}${base}Z`;
}
