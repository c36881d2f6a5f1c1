import type { EventBar } from '../event-layout';
import { EventItem } from './event-item';

export interface EventBarsProps {
  bars: readonly EventBar[];
  /** The index of the day in the week. */
  column: number;
  draggedKey: string | undefined;
  animatedKeys: ReadonlySet<string>;
}

/**
 * Renders the bars whose first day in this week is `column`. They are inside the cell of that day, so that screen
 * readers read them with it.
 */
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

/** Returns the position of a bar in the cell of its first day. It is as wide as its days. */
function computeBarStyle({ slot, days, continuesBefore, continuesAfter }: EventBar) {
  const [left, right] = [continuesBefore ? 0 : 4, continuesAfter ? 0 : 4];
  return {
    top: `calc(var(--number) + ${slot} * var(--line-height))`,
    left,
    width: `calc(${days * 100}% + ${days - 1}px - ${left + right}px)`,
    height: 'calc(var(--line-height) - 2px)',
  };
}
