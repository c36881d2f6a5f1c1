import { useCallback, useState } from 'react';
import { identityOf } from '@/data/paging/cursor/keyset.utils';
import type { PagedRows } from '@/data/paging/segments/use-pages';
import type { Relation } from '@/data/relations/references';
import type { Row } from '@/data/rows/row';
import type { Column } from '@/lib/api.gen';
import { CardPosition } from '@/table/cards/card-position';
import { useCardWindow } from '@/table/cards/use-card-window';
import { useTable } from '@/table/table-context';
import { GroupHeading } from '../group/group-heading';
import { StickyGroup } from '../group/sticky-group';
import { RecordCard } from './record-card';
import styles from './record-cards.module.css';

export interface RecordCardsProps {
  columns: readonly Column[];
  relations: ReadonlyMap<string, Relation>;
  pages: PagedRows;
  onDuplicate: ((row: Row) => void) | undefined;
  onDelete: ((rows: readonly Row[]) => void) | undefined;
}

/** The height of a card with its gap, in pixels; the style sheet has the same. */
const cardHeight = 84;

/** Pixels from the top of a group's place to its heading; the style sheet has the same. */
const headOffset = 40;

/** Cards outside of the screen that are drawn all the same. */
const margin = 6;

/** Cards that stand in until the first page comes. */
const skeletons = 8;

/** The rows as a list of cards, for a phone. Only those near the screen are drawn, and loaded. */
export function RecordCards({ pages, ...card }: RecordCardsProps) {
  const { table } = useTable();
  const cards = useCardWindow({ pages, columns: 1, lineHeight: cardHeight, margin, skeletons });
  // The card whose actions are uncovered: one at a time.
  const [open, setOpen] = useState<number | null>(null);
  const { list } = cards;
  const scroller = useCallback(() => list.current, [list]);
  const { first, last } = cards.renderedRange;
  return (
    <>
      <section
        ref={cards.list}
        className={styles.scroll}
        data-railed={cards.rows.isWindowed || undefined}
        aria-label={table.title}
        // Rows without a key can't be opened: then nothing inside takes the keyboard's focus.
        tabIndex={identityOf(table) ? undefined : 0}
        onScroll={() => {
          setOpen(null);
          cards.onScroll();
        }}
      >
        <ul className={styles.list} style={{ height: cards.height }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i).map((index) => {
            const head = pages.headAt?.(index);
            return (
              <li key={index} className={styles.item} style={{ top: cards.lineOf(index) * cardHeight }}>
                {head ? (
                  <h2 className={styles.group}>
                    <GroupHeading head={head} relation={card.relations.get(head.column.name)} />
                  </h2>
                ) : (
                  <RecordCard
                    {...card}
                    row={pages.rowAt(index)}
                    actionsShown={open === index}
                    onActionsShownChange={(uncovered) => setOpen(uncovered ? index : null)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </section>
      <StickyGroup
        {...{ scroller, rows: cards.rows, relations: card.relations }}
        rowHeight={cardHeight}
        headOffset={headOffset}
        className={styles.sticky}
      />
      <CardPosition {...{ pages, cards }} columns={1} />
    </>
  );
}
