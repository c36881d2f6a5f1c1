import type { EventBar } from '../event-layout';
import { EventItem } from '../events/event-item';

export interface EventBarsProps {
  bars: readonly EventBar[];
  /** Index of the weekday on which the bars start. */
  column: number;
  draggedKey: string | undefined;
  animatedKeys: ReadonlySet<string>;
}

/** The bars that start on a day. They are rendered in its cell, so that screen readers read them with the day. */
export function EventBars({ bars, column, draggedKey, animatedKeys }: EventBarsProps) {
  return bars
    .filter((bar) => bar.column === column)
    .map((bar) => (
      <EventItem
        key={bar.event.key}
        event={bar.event}
        shape="bar"
        isDragged={bar.event.key === draggedKey}
        isAnimating={animatedKeys.has(bar.event.key)}
        continuesBefore={bar.continuesBefore}
        continuesAfter={bar.continuesAfter}
        style={computeBarStyle(bar)}
      />
    ));
}

/** A bar in the cell of its first day. It is as wide as its days. */
function computeBarStyle({ slot, days, continuesBefore, continuesAfter }: EventBar) {
  const [left, right] = [continuesBefore ? 0 : 4, continuesAfter ? 0 : 4];
  return {
    top: `calc(var(--number) + ${slot} * var(--line-height))`,
    left,
    width: `calc(${days * 100}% + ${days - 1}px - ${left + right}px)`,
    height: 'calc(var(--line-height) - 2px)',
  };
}
