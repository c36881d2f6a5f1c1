import { ArrowDown, ArrowUp, Ellipsis, FolderPlus, GripVertical, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/overlays/menu';
import styles from './builder.module.css';
import { useBuilderContext } from './use-builder';

export interface BuilderHandleProps {
  id: string;
  /** What it moves, in words. */
  label: string;
}

/** What a condition or a group is dragged by; Alt and the arrow keys move it too. */
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
      aria-label={`Move ${label} with the arrow keys`}
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

/** What can be done with a condition or a group, without dragging. */
export function BuilderMenu({ id, label, isGroup = false }: BuilderHandleProps & { isGroup?: boolean }) {
  const { moveByStep, wrapInGroup, remove } = useBuilderContext();
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={`More for ${label}`} icon={<Ellipsis aria-hidden />} />}
      // The focus goes with what is moved.
      onCloseAutoFocus={(event) => event.preventDefault()}
    >
      <MenuItem icon={<ArrowUp aria-hidden />} onSelect={() => moveByStep(id, -1)}>
        Move up
      </MenuItem>
      <MenuItem icon={<ArrowDown aria-hidden />} onSelect={() => moveByStep(id, 1)}>
        Move down
      </MenuItem>
      {!isGroup && (
        <MenuItem icon={<FolderPlus aria-hidden />} onSelect={() => wrapInGroup(id)}>
          Put into a group
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => remove(id)}>
        Remove
      </MenuItem>
    </Menu>
  );
}
