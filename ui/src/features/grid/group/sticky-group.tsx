import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { GroupExtent } from '@/data/paging/row-source';
import type { Relation } from '@/data/relations/references';
import type { WindowedRows } from '@/table/position/use-row-window';
import { GroupHeading } from './group-heading';
import styles from './sticky-group.module.css';

export interface StickyGroupProps {
  /** Returns the element that scrolls the rows. */
  scroller: () => HTMLElement | null;
  rows: WindowedRows;
  rowHeight: number;
  /** Pixels from the top of a heading's row to the heading itself. */
  headOffset?: number;
  /** By column. */
  relations: ReadonlyMap<string, Relation>;
  className: string | undefined;
}

/**
 * The heading of the group whose rows are at the top, while its own row is scrolled out of view. The next heading
 * pushes it away. It repeats a row of the grid for mouse and touch, so it is hidden from assistive technology.
 */
export function StickyGroup(props: StickyGroupProps) {
  const { rows, relations, className } = props;
  const bar = useRef<HTMLDivElement>(null);
  const group = useTopGroup(props, bar);
  if (!group) return null;
  const { head, start } = group;
  const toggle = () => {
    // The rows of a group that is closed from its middle would leave the reader in another one.
    rows.scrollTo(rows.base + start);
    head.toggle();
  };
  return (
    <div className={className} aria-hidden data-sticky-group>
      <div ref={bar} className={styles.bar}>
        <GroupHeading
          head={{ ...head, toggle }}
          relation={relations.get(head.column.name)}
          tabIndex={-1}
          className={styles.heading}
        />
      </div>
    </div>
  );
}

/** Follows the scrolling: returns the group whose heading is out of view, and moves the bar out of the next one's way. */
function useTopGroup(props: StickyGroupProps, bar: RefObject<HTMLDivElement | null>) {
  const { scroller, rows, rowHeight, headOffset = 0 } = props;
  const { groupAt } = rows.source;
  const [group, setGroup] = useState<GroupExtent>();
  // With `group`, since the bar is there only after it was rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const element = scroller();
    if (!element || !groupAt) return setGroup(undefined);
    const follow = () => {
      const top = element.scrollTop - headOffset;
      const found = top > 0 ? groupAt(Math.floor(top / rowHeight)) : undefined;
      const stuck = found && top > found.start * rowHeight ? found : undefined;
      setGroup((before) => (isSameExtent(before, stuck) ? before : stuck));
      if (!stuck || !bar.current) return;
      const { style, offsetHeight } = bar.current;
      style.width = `${element.clientWidth}px`;
      style.translate = `0 ${Math.min(0, stuck.end * rowHeight - top - offsetHeight)}px`;
    };
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, groupAt, rowHeight, headOffset, bar, group]);
  return group;
}

function isSameExtent(a: GroupExtent | undefined, b: GroupExtent | undefined): boolean {
  return a?.head === b?.head && a?.start === b?.start && a?.end === b?.end;
}
