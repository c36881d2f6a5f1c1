import { useCallback, useState } from 'react';
import { findIdentity } from '@/data/paging/cursor/keyset.utils';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { CardPosition } from '@/table/cards/card-position';
import { useCardWindow } from '@/table/cards/use-card-window';
import { useTable } from '@/table/table-context';
import { GroupHeading } from '../group/group-heading';
import { StickyGroup } from '../group/sticky-group';
import { useRemovalTransition } from '../transition/use-removal-transition';
import { RecordCard, type RecordCardProps } from './record-card';
import styles from './record-cards.module.css';

export interface RecordCardsProps {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  pages: PagedRows;
  onDuplicate: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}

/** The height of a card with its gap, in pixels. Must be equal to the height in the style sheet. */
const cardHeight = 84;

/** Number of cards that are rendered above and below the visible area. */
const margin = 6;

/** Number of placeholder cards while the first page is loading. */
const skeletons = 8;

/** Shows rows as a list of cards, for phones. Renders and loads only the cards near the visible area. */
export function RecordCards({ pages, ...card }: RecordCardsProps) {
  const { table } = useTable();
  const cards = useCardWindow({ pages, columns: 1, lineHeight: cardHeight, margin, skeletons });
  /** The index of the card whose actions are visible. */
  const [swipedIndex, setSwipedIndex] = useState<number | null>(null);
  const { list } = cards;
  const scroller = useCallback(() => list.current, [list]);
  const { first, last } = cards.renderedRange;
  useRemovalTransition({
    ...{ source: cards.rows.source, rowHeight: cardHeight },
    visibleRange: cards.rows.visibleRange,
    findRowElement: (index) => list.current?.querySelector(`li[data-index="${cards.rows.base + index}"]`),
  });
  return (
    <>
      <section
        ref={cards.list}
        className={styles.scroll}
        data-windowed={cards.rows.isWindowed || undefined}
        aria-label={table.title}
        // Without a key, cards can't be opened and have no button: then the list itself must be focusable.
        tabIndex={findIdentity(table) ? undefined : 0}
        onScroll={() => {
          setSwipedIndex(null);
          cards.onScroll();
        }}
      >
        <ul
          className={styles.list}
          style={{ height: cards.height }}
          data-grouped={pages.headAt?.(0) !== undefined || undefined}
        >
          {Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i).map((index) => (
            <li
              key={index}
              className={styles.item}
              style={{ top: cards.lineOf(index) * cardHeight }}
              data-index={index}
            >
              <CardOrHeading
                {...{ pages, index, ...card }}
                areActionsShown={swipedIndex === index}
                onActionsShownChange={(areShown) => setSwipedIndex(areShown ? index : null)}
              />
            </li>
          ))}
        </ul>
      </section>
      <StickyGroup
        {...{ scroller, rows: cards.rows, relations: card.relations }}
        rowHeight={cardHeight}
        className={styles.sticky}
      />
      <CardPosition {...{ pages, cards }} columns={1} />
    </>
  );
}

interface CardOrHeadingProps
  extends RecordCardsProps,
    Pick<RecordCardProps, 'areActionsShown' | 'onActionsShownChange'> {
  index: number;
}

/** The card of the row at an index, or the heading of the group that begins there. */
function CardOrHeading({ pages, index, ...card }: CardOrHeadingProps) {
  const head = pages.headAt?.(index);
  if (!head) return <RecordCard {...card} row={pages.rowAt(index)} />;
  return (
    <h2 className={styles.group}>
      <GroupHeading head={head} relation={card.relations.get(head.column.name)} />
    </h2>
  );
}
