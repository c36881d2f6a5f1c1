import { type DragEvent, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { FileEntry } from '@/lib/api.gen';
import type { EntryListProps } from '../../entries/entry-list.types';
import { formatFilesState } from '../../page/files-state.utils';

/** Props of a row or card. They change only if its own display changes, so that a scroll renders only new lines. */
export interface EntryItemProps {
  bucket: string;
  prefix: string;
  entry: FileEntry;
  /** Number of the row in the list, from 1. */
  position: number;
  state: EntryListProps['state'];
  privileges: EntryListProps['privileges'];
  isSelected: boolean;
  isSelectable: boolean;
  hasSelection: boolean;
  isDraggable: boolean;
  isDragged: boolean;
  isDropTarget: boolean;
  /** The latest props of the list, for handlers. */
  list: RefObject<EntryListProps>;
}

/** Returns a function that creates the props of an entry's row or card. */
export function useEntryItems(props: EntryListProps): (index: number) => EntryItemProps | undefined {
  const list = useRef(props);
  useLayoutEffect(() => {
    list.current = props;
  });
  const { bucket, prefix, entries, selection, dragProps, state } = props;
  const { insert, update, delete: remove } = props.privileges;
  const privileges = useMemo(() => ({ insert, update, delete: remove }), [insert, update, remove]);
  const stateKey = formatFilesState(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal states have the same key
  const stableState = useMemo(() => state, [stateKey]);
  return (index) => {
    const entry = entries[index];
    if (!entry) return undefined;
    const drag = dragProps(entry);
    return {
      ...{ bucket, prefix, entry, privileges, list },
      position: index + 1,
      state: stableState,
      isSelected: selection.paths.has(entry.path),
      isSelectable: selection.isEnabled,
      hasSelection: selection.entries.length > 0,
      isDraggable: drag.draggable === true,
      isDragged: drag['data-dragged'] === true,
      isDropTarget: drag['data-target'] === true,
    };
  };
}

/** Returns the attributes and handlers of an entry's element. */
export function getItemProps({
  entry,
  list,
  isSelected,
  isDraggable,
  isDragged,
  isDropTarget,
}: EntryItemProps) {
  const drag =
    (name: 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDragLeave' | 'onDrop') =>
    (event: DragEvent<HTMLElement>) =>
      list.current.dragProps(entry)[name]?.(event);
  return {
    'data-item': entry.path,
    'data-selected': isSelected || undefined,
    'data-dragged': isDragged || undefined,
    'data-target': isDropTarget || undefined,
    draggable: isDraggable,
    onDragStart: drag('onDragStart'),
    onDragEnd: drag('onDragEnd'),
    onDragOver: drag('onDragOver'),
    onDragLeave: drag('onDragLeave'),
    onDrop: drag('onDrop'),
  };
}
