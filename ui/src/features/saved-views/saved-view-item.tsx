import { ArrowDown, ArrowUp, Copy, Ellipsis, Link2, Pencil, Trash2, Upload, Users } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Link } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/overlays/menu';
import { VisuallyHidden } from '@/components/visually-hidden';
import { type SavedView, viewHref, viewKind } from '@/data/saved-views/saved-views.utils';
import { listed } from '@/lib/format';
import { viewKinds } from '@/table/view-kinds';
import styles from './saved-views.module.css';
import type { ViewActions } from './use-view-actions';

export interface SavedViewItemProps extends ComponentProps<'li'> {
  view: SavedView;
  current: boolean;
  actions: ViewActions;
  /** Moves it one place up or down; undefined where there is none. */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onOpened: () => void;
}

/** A saved view: a link to it, and what can be done with it. */
export function SavedViewItem(props: SavedViewItemProps) {
  const { view, current, actions, onUp, onDown, onOpened, ...rest } = props;
  const { Icon } = viewKinds[viewKind(view.query)];
  return (
    <li
      className={styles.item}
      data-current={current || undefined}
      onKeyDown={(event) => {
        const move = { ArrowUp: onUp, ArrowDown: onDown }[event.key];
        if (!event.altKey || !move) return;
        event.preventDefault();
        move();
      }}
      {...rest}
    >
      <Link
        href={viewHref(view)}
        className={styles.link}
        aria-current={current ? 'page' : undefined}
        draggable={false}
        onClick={onOpened}
      >
        <Icon aria-hidden />
        <span className={styles.name} dir="auto" title={view.name}>
          {view.name}
        </span>
        {view.shared && view.mine && (
          <>
            <Users aria-hidden />
            <VisuallyHidden>, shared{view.roles && ` with ${listed(view.roles)}`}</VisuallyHidden>
          </>
        )}
      </Link>
      <ViewMenu {...{ view, actions, onUp, onDown }} />
    </li>
  );
}

type ViewMenuProps = Pick<SavedViewItemProps, 'view' | 'actions' | 'onUp' | 'onDown'>;

function ViewMenu({ view, actions, onUp, onDown }: ViewMenuProps) {
  const asking = useRef(false);
  const { writes } = actions;
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
      {view.mine && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={then(() => actions.ask({ kind: 'rename', view }))}>
          Rename…
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={then(() => actions.duplicate(view))}>
        Duplicate…
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => actions.copyLink(view)}>
        Copy link
      </MenuItem>
      {view.mine && view.row && (
        <MenuItem icon={<Users aria-hidden />} onSelect={then(() => actions.ask({ kind: 'share', view }))}>
          Share…
        </MenuItem>
      )}
      {!view.row && writes.inProject && (
        <MenuItem icon={<Upload aria-hidden />} onSelect={() => actions.keep(view)}>
          Keep in the project
        </MenuItem>
      )}
      {(onUp || onDown) && <MenuSeparator />}
      {onUp && (
        <MenuItem icon={<ArrowUp aria-hidden />} onSelect={onUp}>
          Move up
        </MenuItem>
      )}
      {onDown && (
        <MenuItem icon={<ArrowDown aria-hidden />} onSelect={onDown}>
          Move down
        </MenuItem>
      )}
      {view.mine && (
        <>
          <MenuSeparator />
          <MenuItem
            danger
            icon={<Trash2 aria-hidden />}
            onSelect={then(() => actions.ask({ kind: 'delete', view }))}
          >
            Delete…
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
