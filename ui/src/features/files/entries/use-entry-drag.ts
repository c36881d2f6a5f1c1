import { type DragEvent, type HTMLAttributes, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { FileEntry } from '@/lib/api.gen';
import { joinPath } from '@/lib/files/file-checks';
import { type MoveRequest, useMoveFiles } from '../api/file-operations';
import { filesMessages } from '../files-messages';
import { entryDragType } from '../uploads/dropped-files.utils';
import type { FileSelection } from './use-file-selection';

const messages = filesMessages.moveResult;

/** Props that make an entry's element draggable and, for a folder, a drop target. */
export type EntryDragProps = Pick<
  HTMLAttributes<HTMLElement>,
  'draggable' | 'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDragLeave' | 'onDrop'
> & {
  'data-dragged': boolean | undefined;
  'data-target': boolean | undefined;
};

/**
 * Moves entries by drag to a folder of the list. Dragging a selected entry drags
 * the whole selection. Returns a function that creates the props of an entry's
 * element. The menu's "Move to…" does the same by keyboard.
 */
export function useEntryDrag(
  bucket: string,
  selection: FileSelection,
  enabled: boolean,
): (entry: FileEntry) => EntryDragProps {
  const [dragged, setDragged] = useState<readonly FileEntry[]>([]);
  const [targetPath, setTargetPath] = useState<string | null>(null);
  const moveToFolder = useMoveToFolder(bucket, selection);

  const createTargetProps = (folder: FileEntry) => {
    const accepts = (event: DragEvent) =>
      event.dataTransfer.types.includes(entryDragType) && !dragged.some(({ path }) => path === folder.path);
    return {
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
        moveToFolder(dragged, folder);
      },
    };
  };
  return (entry) => ({
    draggable: enabled,
    'data-dragged': dragged.includes(entry) || undefined,
    'data-target': (entry.folder && targetPath === entry.path) || undefined,
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
}

/** Returns a function that moves entries to a folder, shows the result in a toast and offers undo. */
function useMoveToFolder(bucket: string, selection: FileSelection) {
  const move = useMoveFiles(bucket);
  const undo = (requests: readonly MoveRequest[]) =>
    move.mutate(
      requests.map(({ entry, newPath }) => ({ entry: { ...entry, path: newPath }, newPath: entry.path })),
      { onError: (error) => toast.error(error, messages.undoFailed) },
    );
  return (entries: readonly FileEntry[], folder: FileEntry) => {
    const requests = entries.map((entry) => ({ entry, newPath: joinPath(folder.path, entry.name) }));
    move.mutate(requests, {
      onSuccess: (count) => {
        selection.clear();
        toast.done(messages.moved(count, folder.name), {
          label: messages.undo,
          onClick: () => undo(requests),
        });
      },
      onError: (error) => toast.error(error, messages.failed),
    });
  };
}
