import { type ComponentProps, useState } from 'react';
import { VisuallyHidden } from '@/components/visually-hidden';
import { moveView, type SavedView } from '@/data/saved-views/saved-views.utils';
import { SavedViewItem } from './saved-view-item';
import styles from './saved-views.module.css';
import { savedViewsMessages } from './saved-views-messages';
import type { ViewActions } from './use-view-actions';

export interface SavedViewListProps {
  heading: string;
  hideHeading: boolean;
  views: readonly SavedView[];
  /** Id of the view that the page shows. */
  currentId: string | undefined;
  actions: ViewActions;
  onOpened: () => void;
}

/** Lists saved views. The user's own views can be moved by drag, by Alt with an arrow key, or from the menu. */
export function SavedViewList(props: SavedViewListProps) {
  const { heading, hideHeading, views, currentId, actions, onOpened } = props;
  const { shownViews, draggedId, announcement, moveTo, getDragProps } = useViewOrder(views, actions);
  const isMovable = views.length > 1 && views.every(({ isOwn }) => isOwn);
  return (
    <section aria-label={heading}>
      {!hideHeading && <h2 className={styles.heading}>{heading}</h2>}
      <ul className={styles.list}>
        {shownViews.map((view, index) => {
          const moveBy = (distance: number) =>
            isMovable && views[index + distance] ? () => void moveTo(view, index + distance) : undefined;
          return (
            <SavedViewItem
              key={view.id}
              {...{ view, actions, onOpened }}
              isCurrent={view.id === currentId}
              onMoveUp={moveBy(-1)}
              onMoveDown={moveBy(1)}
              draggable={isMovable}
              data-dragged={draggedId === view.id || undefined}
              {...getDragProps(view)}
            />
          );
        })}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </section>
  );
}

interface ViewOrder {
  /** The views in the order of a drag or a move that is not saved yet. */
  shownViews: readonly SavedView[];
  draggedId: string | undefined;
  /** The result of the last move, for screen readers. */
  announcement: string;
  moveTo: (view: SavedView, index: number) => Promise<void>;
  getDragProps: (view: SavedView) => Pick<ComponentProps<'li'>, 'onDragStart' | 'onDragOver' | 'onDragEnd'>;
}

/** Returns the views in the order that the user drags or moves them to, before the new order is stored, and the functions for it. */
function useViewOrder(views: readonly SavedView[], actions: ViewActions): ViewOrder {
  const [unsavedOrder, setUnsavedOrder] = useState<readonly SavedView[] | null>(null);
  const [dragged, setDragged] = useState<SavedView | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const shownViews = unsavedOrder ?? views;

  const moveTo = async (view: SavedView, index: number) => {
    const target = views[index];
    if (!target || target.id === view.id) return setUnsavedOrder(null);
    setUnsavedOrder(moveView(views, view, target));
    setAnnouncement(savedViewsMessages.lists.moved(view.name, index + 1, views.length));
    await actions.move(view, target);
    setUnsavedOrder(null);
  };
  const getDragProps: ViewOrder['getDragProps'] = (view) => ({
    onDragStart: () => setDragged(view),
    onDragOver: (event) => {
      event.preventDefault();
      if (dragged && dragged.id !== view.id) setUnsavedOrder(moveView(shownViews, dragged, view));
    },
    onDragEnd: () => {
      setDragged(null);
      if (!dragged) return;
      void moveTo(
        dragged,
        shownViews.findIndex(({ id }) => id === dragged.id),
      );
    },
  });
  return { shownViews, draggedId: dragged?.id, announcement, moveTo, getDragProps };
}
