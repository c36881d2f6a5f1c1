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
  /** By column. */
  relations: ReadonlyMap<string, Relation>;
  className: string | undefined;
}

/**
 * Shows the heading of the topmost visible group while its own row is scrolled out of view. The next heading pushes it
 * out. Since it repeats a row of the grid, it is hidden from assistive technology.
 */
export function StickyGroup(props: StickyGroupProps) {
  const { rows, relations, className } = props;
  const bar = useRef<HTMLDivElement>(null);
  const group = useTopGroup(props, bar);
  if (!group) return null;
  const { head, start } = group;
  const toggle = () => {
    // Without this, a group that is collapsed from its middle leaves the view in another group.
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

/** Returns the group whose heading is scrolled out of view. Moves the bar up when the next heading reaches it. */
function useTopGroup(props: StickyGroupProps, bar: RefObject<HTMLDivElement | null>) {
  const { scroller, rows, rowHeight } = props;
  const { groupAt } = rows.source;
  const [group, setGroup] = useState<GroupExtent>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `group` too, since the bar exists only after its render
  useLayoutEffect(() => {
    const element = scroller();
    if (!element || !groupAt) return setGroup(undefined);
    const update = () => {
      const top = element.scrollTop;
      const found = top > 0 ? groupAt(Math.floor(top / rowHeight)) : undefined;
      const topGroup = found && top > found.start * rowHeight ? found : undefined;
      setGroup((before) => (isSameExtent(before, topGroup) ? before : topGroup));
      if (!topGroup || !bar.current) return;
      const { style, offsetHeight } = bar.current;
      style.width = `${element.clientWidth}px`;
      style.translate = `0 ${Math.min(0, topGroup.end * rowHeight - top - offsetHeight)}px`;
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [scroller, groupAt, rowHeight, bar, group]);
  return group;
}

function isSameExtent(a: GroupExtent | undefined, b: GroupExtent | undefined): boolean {
  return a?.head === b?.head && a?.start === b?.start && a?.end === b?.end;
}
