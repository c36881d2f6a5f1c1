import { useState } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { moveView, type SavedView } from '@/data/saved-views/saved-views.utils';
import { SavedViewItem } from './saved-view-item';
import styles from './saved-views.module.css';
import type { ViewActions } from './use-view-actions';

export interface SavedViewListProps {
  /** Over the list, where there are several. */
  heading: string;
  hideHeading: boolean;
  views: readonly SavedView[];
  /** The id of the view that is shown. */
  currentId: string | undefined;
  actions: ViewActions;
  onOpened: () => void;
}

/** Saved views of one place. The person's own are put in order by drag, by Alt and the arrow keys, or from the menu. */
export function SavedViewList(props: SavedViewListProps) {
  const { heading, hideHeading, views, currentId, actions, onOpened } = props;
  const [order, setOrder] = useState<readonly SavedView[] | null>(null);
  const [dragged, setDragged] = useState<SavedView | null>(null);
  const [said, setSaid] = useState('');
  const shown = order ?? views;
  const movable = views.length > 1 && views.every(({ isOwn }) => isOwn);

  const place = async (view: SavedView, to: number) => {
    const target = views[to];
    if (!target || target.id === view.id) return setOrder(null);
    setOrder(moveView(views, view, target));
    setSaid(`${view.name} is now number ${to + 1} of ${views.length}.`);
    await actions.move(view, target);
    setOrder(null);
  };
  const over = (target: SavedView) => {
    if (dragged && dragged.id !== target.id) setOrder(moveView(shown, dragged, target));
  };
  return (
    <section aria-label={heading}>
      {!hideHeading && <h2 className={styles.heading}>{heading}</h2>}
      <ul className={styles.list}>
        {shown.map((view, at) => {
          const step = (by: number) =>
            movable && views[at + by] ? () => void place(view, at + by) : undefined;
          return (
            <SavedViewItem
              key={view.id}
              {...{ view, actions, onOpened }}
              isCurrent={view.id === currentId}
              onMoveUp={step(-1)}
              onMoveDown={step(1)}
              draggable={movable}
              data-dragged={dragged?.id === view.id || undefined}
              onDragStart={() => setDragged(view)}
              onDragOver={(event) => {
                event.preventDefault();
                over(view);
              }}
              onDragEnd={() => {
                setDragged(null);
                if (dragged)
                  void place(
                    dragged,
                    shown.findIndex(({ id }) => id === dragged.id),
                  );
              }}
            />
          );
        })}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  );
}
