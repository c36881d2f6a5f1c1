import { ArrowDown, ArrowUp, Copy, Ellipsis, Link2, Pencil, Trash2, Upload, Users } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Link } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/overlays/menu';
import { VisuallyHidden } from '@/components/visually-hidden';
import { type SavedView, viewHref, viewKind } from '@/data/saved-views/saved-views.utils';
import { formatList } from '@/lib/format';
import { viewKinds } from '@/table/view/view-kinds';
import styles from './saved-views.module.css';
import type { ViewActions } from './use-view-actions';

export interface SavedViewItemProps extends ComponentProps<'li'> {
  view: SavedView;
  isCurrent: boolean;
  actions: ViewActions;
  /** Moves it one place up or down; undefined where there is none. */
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onOpened: () => void;
}

/** A saved view: a link to it, and what can be done with it. */
export function SavedViewItem(props: SavedViewItemProps) {
  const { view, isCurrent, actions, onMoveUp, onMoveDown, onOpened, ...rest } = props;
  const { Icon } = viewKinds[viewKind(view.query)];
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
        href={viewHref(view)}
        className={styles.link}
        aria-current={isCurrent ? 'page' : undefined}
        draggable={false}
        onClick={onOpened}
      >
        <Icon aria-hidden />
        <span className={styles.name} dir="auto" title={view.name}>
          {view.name}
        </span>
        {view.shared && view.isOwn && (
          <>
            <Users aria-hidden />
            <VisuallyHidden>, shared{view.roles && ` with ${formatList(view.roles)}`}</VisuallyHidden>
          </>
        )}
      </Link>
      <ViewMenu {...{ view, actions, onMoveUp, onMoveDown }} />
    </li>
  );
}

type ViewMenuProps = Pick<SavedViewItemProps, 'view' | 'actions' | 'onMoveUp' | 'onMoveDown'>;

function ViewMenu({ view, actions, onMoveUp, onMoveDown }: ViewMenuProps) {
  const asking = useRef(false);
  const { storage } = actions;
  const then = (ask: () => void) => () => {
    asking.current = true;
    ask();
  };
  return (
    <Menu
      align="end"
      // A dialog that follows takes the focus; the menu's button must not take it back.
      onCloseAutoFocus={(event) => {
        if (asking.current) event.preventDefault();
        asking.current = false;
      }}
      onKeyDown={(event) => event.stopPropagation()}
      trigger={<IconButton size="sm" label={`More for “${view.name}”`} icon={<Ellipsis aria-hidden />} />}
    >
      {view.isOwn && (
        <MenuItem
          icon={<Pencil aria-hidden />}
          onSelect={then(() => actions.setDialog({ kind: 'rename', view }))}
        >
          Rename…
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={then(() => actions.duplicate(view))}>
        Duplicate…
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => actions.copyLink(view)}>
        Copy link
      </MenuItem>
      {view.isOwn && view.row && (
        <MenuItem
          icon={<Users aria-hidden />}
          onSelect={then(() => actions.setDialog({ kind: 'share', view }))}
        >
          Share…
        </MenuItem>
      )}
      {!view.row && storage.canSaveToProject && (
        <MenuItem icon={<Upload aria-hidden />} onSelect={() => actions.moveToProject(view)}>
          Keep in the project
        </MenuItem>
      )}
      {(onMoveUp || onMoveDown) && <MenuSeparator />}
      {onMoveUp && (
        <MenuItem icon={<ArrowUp aria-hidden />} onSelect={onMoveUp}>
          Move up
        </MenuItem>
      )}
      {onMoveDown && (
        <MenuItem icon={<ArrowDown aria-hidden />} onSelect={onMoveDown}>
          Move down
        </MenuItem>
      )}
      {view.isOwn && (
        <>
          <MenuSeparator />
          <MenuItem
            danger
            icon={<Trash2 aria-hidden />}
            onSelect={then(() => actions.setDialog({ kind: 'delete', view }))}
          >
            Delete…
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
