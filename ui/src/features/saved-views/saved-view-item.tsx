import { Users } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { formatViewHref, parseViewKind, type SavedView } from '@/data/saved-views/saved-views.utils';
import { viewKinds } from '@/table/view/view-kinds';
import styles from './saved-views.module.css';
import { savedViewsMessages } from './saved-views-messages';
import type { ViewActions } from './use-view-actions';
import { ViewMenu } from './view-menu';

const messages = savedViewsMessages.item;

export interface SavedViewItemProps extends ComponentProps<'li'> {
  view: SavedView;
  isCurrent: boolean;
  actions: ViewActions;
  /** Moves the view up by one position; undefined if it can't move up. */
  onMoveUp: (() => void) | undefined;
  /** Moves the view down by one position; undefined if it can't move down. */
  onMoveDown: (() => void) | undefined;
  onOpened: () => void;
}

/** A link to a saved view, and a menu with its actions. Alt+Up and Alt+Down move the view in the list. */
export function SavedViewItem(props: SavedViewItemProps) {
  const { view, isCurrent, actions, onMoveUp, onMoveDown, onOpened, ...rest } = props;
  const { Icon } = viewKinds[parseViewKind(view.query)];
  const isSharedByUser = view.shared && view.isOwn;
  return (
    <li
      className={styles.item}
      data-current={isCurrent || undefined}
      onKeyDown={(event) => {
        const move = { ArrowUp: onMoveUp, ArrowDown: onMoveDown }[event.key];
        if (!event.altKey || !move) return;
        event.preventDefault();
        move();
      }}
      {...rest}
    >
      <Link
        href={formatViewHref(view)}
        className={styles.link}
        aria-label={isSharedByUser ? messages.sharedView(view.name, view.roles) : undefined}
        aria-current={isCurrent ? 'page' : undefined}
        draggable={false}
        onClick={onOpened}
      >
        <Icon aria-hidden />
        <span className={styles.name} dir="auto" title={view.name}>
          {view.name}
        </span>
        {isSharedByUser && <Users aria-hidden />}
      </Link>
      <ViewMenu {...{ view, actions, onMoveUp, onMoveDown }} />
    </li>
  );
}
