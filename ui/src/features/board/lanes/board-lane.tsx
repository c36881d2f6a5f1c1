import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { Spinner } from '@/components/feedback/spinner';
import { Avatar } from '@/components/marks/avatar';
import { laneQuery } from '@/data/layouts/lane-queries';
import { applyMovesToLane } from '@/data/layouts/lanes.utils';
import { canCountExactly } from '@/data/paging/counts/can-count-exactly';
import { getCachedRowKey } from '@/data/rows/cached-row-key';
import type { RowsView } from '@/data/rows/row-keys';
import { useInView } from '@/lib/display/use-in-view';
import { formatCount } from '@/lib/text/format';
import type { Move } from '@/table/drag/use-moves';
import { useTable } from '@/table/table-context';
import type { Lane } from '../board.types';
import { BoardCard } from '../board-card';
import { boardMessages as messages } from '../board-messages';
import styles from './board-lane.module.css';
import { getLaneRef } from './use-lane-rows';

export interface BoardLaneProps {
  lane: Lane;
  rowsView: RowsView;
  moves: ReadonlyMap<string, Move>;
  /** Key of the card of this lane that is being dragged. */
  draggedKey: string | undefined;
  /** Whether a card is dragged over this lane. */
  isDropTarget: boolean;
  /** Whether the dragged card can't move to this lane. */
  isDimmed: boolean;
  /** Index at which the placeholder shows the drop position; 'top' if the order is not manual. */
  gap: number | 'top' | undefined;
  /** Height of the dragged card, in pixels. */
  gapHeight: number | undefined;
  /** Keys of the cards that are animated to this lane. Their animation is rendered by the board. */
  animatedKeys: ReadonlySet<string>;
}

/** Lanes with more cards don't animate the movement of their cards, because measuring them takes too long. */
const maxSlidingCards = 90;

/** A lane. Its rows load page by page as they scroll into view. */
export const BoardLane = memo(function BoardLane(props: BoardLaneProps) {
  const { lane, rowsView, moves, draggedKey, isDropTarget, gap, gapHeight, animatedKeys } = props;
  const { table } = useTable();
  const element = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(false);
  useInView(element, () => setSeen(true), { enabled: !seen });
  const ref = useMemo(() => getLaneRef(lane), [lane]);
  const query = useInfiniteQuery({ ...laneQuery(table, rowsView, ref), enabled: seen });
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  const movedData = useMemo(
    () => data && applyMovesToLane(table, rowsView.order, ref, data, moves),
    [data, moves, table, rowsView.order, ref],
  );
  const rows = movedData?.pages.flatMap((page) => page.rows) ?? [];
  const count = movedData?.pages[0]?.total;
  const others = rows.filter((row) => getCachedRowKey(table, row) !== draggedKey);
  const next = typeof gap === 'number' ? others[gap] : undefined;
  const beforeKey = next && getCachedRowKey(table, next);
  const placeholder = gap !== undefined && (
    <Placeholder key="gap" isAtTop={gap === 'top'} height={gapHeight} />
  );
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <section
      ref={element}
      className={styles.lane}
      data-lane={lane.id}
      data-drop-target={isDropTarget || undefined}
      data-dimmed={props.isDimmed || undefined}
      aria-label={messages.laneLabel(lane.title, count)}
      aria-busy={seen && query.isPending}
    >
      <LaneHead lane={lane} count={count} />
      <ul className={styles.cards} data-scroller>
        {gap === 'top' && placeholder}
        {rows.map((row, i) => {
          const key = getCachedRowKey(table, row) || String(i);
          return (
            <BoardCard
              key={key}
              row={row}
              lane={lane.id}
              isDragged={key === draggedKey}
              isAnimating={animatedKeys.has(key)}
              slides={rows.length <= maxSlidingCards}
              gap={beforeKey !== undefined && key === beforeKey ? placeholder : undefined}
            />
          );
        })}
        {typeof gap === 'number' && !next && placeholder}
        {seen && query.isPending && <LoadingCards />}
        {error && <LaneError query={query} />}
        {hasNextPage && !error && <NextCardsLoader onNear={loadMore} isLoading={isFetchingNextPage} />}
      </ul>
    </section>
  );
});

/** The title of a lane and the number of its cards. Undefined while the number is loading. */
function LaneHead({ lane, count }: { lane: Lane; count: number | undefined }) {
  const { table } = useTable();
  const estimated = !canCountExactly(table);
  return (
    <header className={styles.head}>
      <LaneMark lane={lane} />
      <h2 className={styles.title} data-null={lane.value === null || undefined} dir="auto" title={lane.title}>
        {lane.title}
      </h2>
      {count !== undefined && (
        <span className={styles.count} title={estimated ? messages.estimate : undefined}>
          {estimated && '≈ '}
          {formatCount(count)}
        </span>
      )}
    </header>
  );
}

function LaneMark({ lane }: { lane: Lane }) {
  if (lane.isPerson) return <Avatar name={lane.title} size="sm" decorative />;
  return <span className={styles.dot} data-hue={lane.hue} data-null={lane.value === null || undefined} />;
}

/** The drop position of the dragged card. */
function Placeholder({ isAtTop, height }: { isAtTop: boolean; height: number | undefined }) {
  return (
    <li className={styles.gap} data-placeholder data-top={isAtTop || undefined}>
      <span style={{ height }} />
    </li>
  );
}

function LoadingCards() {
  return [58, 72, 44].map((width) => (
    <li key={width} className={styles.loading} aria-hidden>
      <Skeleton width={`${width}%`} height={13} />
      <Skeleton width={`${100 - width / 2}%`} height={11} />
      <Skeleton width="30%" height={10} />
    </li>
  ));
}

interface NextCardsLoaderProps {
  onNear: () => void;
  isLoading: boolean;
}

/** Loads the next page of cards when it is nearly visible. */
function NextCardsLoader({ onNear, isLoading }: NextCardsLoaderProps) {
  const end = useRef<HTMLLIElement>(null);
  useInView(end, onNear, { enabled: !isLoading });
  return (
    <li ref={end} className={styles.more}>
      {isLoading && <Spinner label={messages.loadingMore} />}
    </li>
  );
}

/** Why the next cards of a lane could not be loaded. */
function LaneError({ query }: { query: Pick<UseInfiniteQueryResult, 'error' | 'refetch' | 'isRefetching'> }) {
  return (
    <li>
      <ErrorNotice
        error={query.error}
        title={messages.laneNotLoaded}
        onRetry={() => void query.refetch()}
        retrying={query.isRefetching}
      />
    </li>
  );
}
