import { type DragEvent, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { FileEntry } from '@/lib/api.gen';
import { joinPath } from '@/lib/files/file-checks';
import { plural } from '@/lib/format';
import { useMove } from '../api/objects';
import { draggedType } from '../uploads/drop.utils';
import type { Selection } from './use-selection';

/** Dragging files and folders onto a folder. The menu's "Move to…" does the same without a pointer. */
export function useDragEntries(bucket: string, selection: Selection, enabled: boolean) {
  const [dragged, setDragged] = useState<readonly FileEntry[]>([]);
  const [target, setTarget] = useState<string | null>(null);
  const move = useMove(bucket);

  const accepts = (event: DragEvent, folder: FileEntry) =>
    event.dataTransfer.types.includes(draggedType) && !dragged.some((entry) => entry.path === folder.path);

  const drop = (folder: FileEntry) => {
    const requests = dragged.map((entry) => ({ entry, to: joinPath(folder.path, entry.name) }));
    move.mutate(requests, {
      onSuccess: (count) => {
        selection.none();
        toast.done(`${plural(count, 'file')} moved to ${folder.name}`, {
          label: 'Undo',
          onClick: () =>
            move.mutate(
              requests.map(({ entry, to }) => ({ entry: { ...entry, path: to }, to: entry.path })),
              { onError: (error) => toast.error(error, 'Moving back failed.') },
            ),
        });
      },
      onError: (error) => toast.error(error, 'Not everything could be moved.'),
    });
  };

  /** Props for an entry's element. */
  return (entry: FileEntry) => ({
    draggable: enabled,
    'data-dragged': dragged.includes(entry) || undefined,
    'data-target': (entry.folder && target === entry.path) || undefined,
    onDragStart: (event: DragEvent) => {
      const entries = selection.paths.has(entry.path) ? selection.entries : [entry];
      setDragged(entries);
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData(draggedType, JSON.stringify(entries.map(({ path }) => path)));
    },
    onDragEnd: () => {
      setDragged([]);
      setTarget(null);
    },
    ...(entry.folder && {
      onDragOver: (event: DragEvent) => {
        if (!accepts(event, entry)) return;
        event.preventDefault();
        setTarget(entry.path);
      },
      onDragLeave: () => setTarget(null),
      onDrop: (event: DragEvent) => {
        if (!accepts(event, entry)) return;
        event.preventDefault();
        setTarget(null);
        drop(entry);
      },
    }),
  });
}
