import { Event } from '../events/event';
import type { Bar } from '../layout.utils';

export interface BarsProps {
  bars: readonly Bar[];
  /** The day of the week in which they begin. */
  column: number;
  carried: string | undefined;
  flying: ReadonlySet<string>;
}

/** The bars that begin on a day: in its cell, so that they are read with it. */
export function Bars({ bars, column, carried, flying }: BarsProps) {
  return bars
    .filter((bar) => bar.column === column)
    .map((bar) => (
      <Event
        key={bar.event.key}
        event={bar.event}
        shape="bar"
        carried={bar.event.key === carried}
        flying={flying.has(bar.event.key)}
        before={bar.before}
        after={bar.after}
        style={barPlace(bar)}
      />
    ));
}

/** A bar in the cell of its first day, over as many cells as it has days. */
function barPlace({ slot, days, before, after }: Bar) {
  const [left, right] = [before ? 0 : 4, after ? 0 : 4];
  return {
    top: `calc(var(--number) + ${slot} * var(--line-height))`,
    left,
    width: `calc(${days * 100}% + ${days - 1}px - ${left + right}px)`,
    height: 'calc(var(--line-height) - 2px)',
  };
}
