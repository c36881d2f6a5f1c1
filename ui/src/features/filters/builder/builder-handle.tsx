import { ArrowDown, ArrowUp, Ellipsis, FolderPlus, GripVertical, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/overlays/menu';
import { filtersMessages } from '../filters-messages';
import styles from './builder.module.css';
import { useBuilderContext } from './use-builder';

const messages = filtersMessages.builder;

export interface BuilderHandleProps {
  id: string;
  /** Names the condition or group that it moves, for screen readers. */
  label: string;
}

/** The handle by which a condition or group is dragged. The arrow keys move it too. */
export function BuilderHandle({ id, label }: BuilderHandleProps) {
  const { setDraggedId, moveByStep } = useBuilderContext();
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    moveByStep(id, by);
  };
  return (
    <button
      type="button"
      draggable
      className={styles.handle}
      data-control="handle"
      aria-label={messages.move(label)}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', '');
        setDraggedId(id);
      }}
      onDragEnd={() => setDraggedId(undefined)}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
}

/** The menu of a condition or group, with the actions that dragging also offers. */
export function BuilderMenu({ id, label, isGroup = false }: BuilderHandleProps & { isGroup?: boolean }) {
  const { moveByStep, wrapInGroup, remove } = useBuilderContext();
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={messages.more(label)} icon={<Ellipsis aria-hidden />} />}
      // The moved item takes the focus instead of the menu's button.
      onCloseAutoFocus={(event) => event.preventDefault()}
    >
      <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => moveByStep(id, -1)}>
        {messages.moveUp}
      </MenuItem>
      <MenuItem icon={<ArrowDown aria-hidden />} onSelect={() => moveByStep(id, 1)}>
        {messages.moveDown}
      </MenuItem>
      {!isGroup && (
        <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => wrapInGroup(id)}>
          {messages.wrap}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => remove(id)}>
        {messages.removeItem}
      </MenuItem>
    </Menu>
  );
}
