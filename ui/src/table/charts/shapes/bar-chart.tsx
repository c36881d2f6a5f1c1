import * as m from 'framer-motion/client';
import { type Bar, layoutBars } from '@/data/charts/drawing/bar-layout';
import { computeScale, type Scale } from '@/data/charts/drawing/nice-scale';
import { duration, easing } from '@/lib/browser/theme/motion';
import styles from '../chart.module.css';
import { type ChartModel, getDrawnBars } from '../chart-model';
import { ChartSurface } from '../chart-surface';
import { useChartMarks } from '../use-chart-marks';
import { useElementSize } from '../use-element-size';
import { ChartMark } from './chart-mark';
import { getPatternFill } from './chart-patterns';
import { CategoryAxis, measureTicks, shortenLabel, ValueAxis } from './value-axis';

export interface DrawingProps {
  model: ChartModel;
  height: number;
}

/** The position of a bar in the drawing, in pixels. */
interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Height of a category of horizontal bars, in pixels. */
const rowHeight = 30;

/** Bars: columns for periods, which are in order, and rows for other categories, whose names need space. */
export function BarChart({ model, height }: DrawingProps) {
  const { element, width } = useElementSize();
  const marks = useChartMarks(model.parts.length);
  const { fn, by } = model.spec;
  const { numbers, shortened } = getDrawnBars(model);
  const bars = layoutBars(numbers, fn === 'count' || fn === 'sum');
  const scale = computeScale(
    bars.flatMap(({ start, end }) => [start, end]),
    width < 480 ? 3 : 5,
    // A shortened bar of whole numbers has parts that are not.
    model.numbers.flat().every((value) => value === null || Number.isInteger(value)),
  );
  const isHorizontal = by?.bucket === undefined;
  const total = isHorizontal ? model.categories.length * rowHeight + 26 : height;
  const layout = isHorizontal
    ? layoutRows(model, numbers, scale, width, total)
    : layoutColumns(model, scale, width, total);
  return (
    <ChartSurface {...{ model, marks, element, width }} height={total}>
      {(patterns) => (
        <>
          {layout.axes}
          {bars.map((bar, index) => {
            const rectangle = layout.toRectangle(bar);
            return (
              <ChartMark
                key={`${model.categories[bar.category]?.id} ${model.parts[bar.part]?.id}`}
                {...{ model, marks, index }}
                category={bar.category}
                part={bar.part}
                x={rectangle.x + rectangle.width / 2}
                y={rectangle.y}
              >
                <BarShape
                  rectangle={rectangle}
                  fill={getPatternFill(patterns, bar.part, model.parts[bar.part])}
                  isHorizontal={isHorizontal}
                  origin={layout.origin}
                />
              </ChartMark>
            );
          })}
          {bars
            .filter(({ category }) => category === shortened)
            .slice(-1)
            .map((bar) => (
              <BreakMark key={bar.part} rectangle={layout.toRectangle(bar)} />
            ))}
        </>
      )}
    </ChartSurface>
  );
}

/** The mark of a row whose bar is shorter than its value: two lines across the bar. */
function BreakMark({ rectangle: { x, y, width, height } }: { rectangle: Rectangle }) {
  const middle = x + width / 2;
  const toLine = (at: number) => `M${at - 3},${y + height + 3}l6,${-height - 6}`;
  return <path d={toLine(middle - 3) + toLine(middle + 3)} className={styles.breakMark} />;
}

interface BarShapeProps {
  rectangle: Rectangle;
  fill: string | undefined;
  isHorizontal: boolean;
  /** The position of 0 on the axis, from which the bar grows, in pixels. */
  origin: number;
}

function BarShape({ rectangle, fill, isHorizontal, origin }: BarShapeProps) {
  const grow = { duration: duration.slow, ease: easing.out };
  const style = isHorizontal
    ? { originX: `${origin - rectangle.x}px` }
    : { originY: `${origin - rectangle.y}px` };
  const initial = isHorizontal ? { scaleX: 0 } : { scaleY: 0 };
  const animate = isHorizontal ? { scaleX: 1, transition: grow } : { scaleY: 1, transition: grow };
  return (
    <m.g style={style} initial={initial} animate={animate}>
      <rect {...rectangle} rx="2" className={styles.fill} />
      {fill && <rect {...rectangle} rx="2" fill={fill} />}
    </m.g>
  );
}

interface BarsLayout {
  axes: React.ReactNode;
  origin: number;
  toRectangle: (bar: Bar) => Rectangle;
}

/** Returns the length of a bar in pixels: a value other than 0 is visible. */
const visibleLength = (distance: number) => (distance === 0 ? 0 : Math.max(Math.abs(distance), 1));

/** Returns the layout of vertical bars, for periods. */
function layoutColumns(model: ChartModel, scale: Scale, width: number, height: number): BarsLayout {
  const left = measureTicks(model, scale);
  const [top, bottom] = [10, height - 26];
  const step = Math.max((width - left - 8) / model.categories.length, 1);
  const band = Math.min(step * 0.72, 64);
  const toY = (value: number) => bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top);
  const toX = (category: number) => left + step * (category + 0.5);
  return {
    origin: toY(0),
    axes: (
      <>
        <ValueAxis {...{ model, scale }} toPosition={toY} from={left} to={width} />
        <CategoryAxis {...{ model, toX, step, width }} y={bottom} />
      </>
    ),
    toRectangle: ({ category, start, end, offset, size }) => ({
      x: toX(category) - band / 2 + band * offset,
      y: Math.min(toY(start), toY(end)),
      width: Math.max(band * size - (size < 1 ? 1 : 0), 1),
      height: visibleLength(toY(start) - toY(end)),
    }),
  };
}

/** Returns the layout of horizontal bars, for other categories, with their names at the start. */
function layoutRows(
  model: ChartModel,
  drawn: ChartModel['numbers'],
  scale: Scale,
  width: number,
  height: number,
): BarsLayout {
  const longest = Math.max(...model.categories.map(({ text }) => [...text].length));
  const left = Math.min(longest * 6.6 + 14, width * 0.38, 220);
  const right = width - 64;
  const toX = (value: number) => left + ((value - scale.min) / (scale.max - scale.min)) * (right - left);
  const band = rowHeight * 0.68;
  const sum = (row: readonly (number | null)[]) =>
    row.reduce<number>((total, value) => total + (value ?? 0), 0);
  const ends = drawn.map((row) => toX(Math.max(sum(row), 0)));
  return {
    origin: toX(0),
    axes: (
      <>
        <ValueAxis {...{ model, scale }} toPosition={toX} from={0} to={height - 26} isHorizontal />
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of a drawing can't be focused */}
        <g aria-hidden="true">
          {model.categories.map(({ id, text }, i) => (
            <g key={id}>
              <text
                x={left - 10}
                y={rowHeight * (i + 0.5) + 4}
                textAnchor="end"
                direction="inherit"
                className={styles.label}
              >
                {shortenLabel(text, Math.floor((left - 14) / 6.4))}
              </text>
              {model.parts.length === 1 && (
                <text x={(ends[i] ?? 0) + 8} y={rowHeight * (i + 0.5) + 4} className={styles.tick}>
                  {model.formatShort(sum(model.numbers[i] ?? []))}
                </text>
              )}
            </g>
          ))}
        </g>
      </>
    ),
    toRectangle: ({ category, start, end, offset, size }) => ({
      x: Math.min(toX(start), toX(end)),
      y: rowHeight * category + (rowHeight - band) / 2 + band * offset,
      width: visibleLength(toX(start) - toX(end)),
      height: Math.max(band * size - (size < 1 ? 1 : 0), 1),
    }),
  };
}
