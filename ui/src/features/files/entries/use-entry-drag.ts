import { type DragEvent, type HTMLAttributes, useState } from 'react';
import type { FileEntry } from '@/lib/api.gen';
import { isInside, startTransfer } from '../jobs/start-jobs';
import { entryDragType } from '../uploads/dropped-files.utils';
import type { FileSelection } from './use-file-selection';

/** Props that make an entry's element draggable and, for a folder, a drop target. */
export type EntryDragProps = Pick<
  HTMLAttributes<HTMLElement>,
  'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDragLeave' | 'onDrop'
> & {
  'data-dragged': boolean | undefined;
  'data-target': boolean | undefined;
};

/** Props of an element onto which entries can be dragged. */
export type DropTargetProps = Pick<EntryDragProps, 'onDragOver' | 'onDragLeave' | 'onDrop' | 'data-target'>;

export interface EntryDrag {
  /** Creates the props of an entry's element. */
  createEntryProps: (entry: FileEntry) => EntryDragProps;
  /** Creates the props of an element that represents a folder; the path '' is the bucket itself. */
  createTargetProps: (folder: Pick<FileEntry, 'path'>) => DropTargetProps;
}

/**
 * Moves entries by drag to a folder of the list or of the breadcrumbs. Dragging a selected entry drags the whole
 * selection. The menu's "Move to…" does the same by keyboard.
 */
export function useEntryDrag(bucket: string, selection: FileSelection, enabled: boolean): EntryDrag {
  const [dragged, setDragged] = useState<readonly FileEntry[]>([]);
  const [targetPath, setTargetPath] = useState<string | null>(null);

  const createTargetProps = (folder: Pick<FileEntry, 'path'>): DropTargetProps => {
    const accepts = (event: DragEvent) =>
      event.dataTransfer.types.includes(entryDragType) && !isInside(folder.path, dragged);
    return {
      'data-target': targetPath === folder.path || undefined,
      onDragOver: (event: DragEvent) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setTargetPath(folder.path);
      },
      onDragLeave: () => setTargetPath(null),
      onDrop: (event: DragEvent) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setTargetPath(null);
        startTransfer('move', bucket, dragged, folder.path);
        selection.clear();
      },
    };
  };
  const createEntryProps = (entry: FileEntry): EntryDragProps => ({
    draggable: enabled,
    'data-dragged': dragged.includes(entry) || undefined,
    'data-target': undefined,
    onDragStart: (event: DragEvent) => {
      const entries = selection.paths.has(entry.path) ? selection.entries : [entry];
      setDragged(entries);
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData(entryDragType, JSON.stringify(entries.map(({ path }) => path)));
    },
    onDragEnd: () => {
      setDragged([]);
      setTargetPath(null);
    },
    ...(entry.folder && createTargetProps(entry)),
  });
  return { createEntryProps, createTargetProps };
}
