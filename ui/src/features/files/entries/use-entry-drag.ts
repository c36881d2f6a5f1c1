import { type DragEvent, useState } from 'react';
import { toast } from '@/components/overlays/toast';
import type { FileEntry } from '@/lib/api.gen';
import { joinPath } from '@/lib/files/file-checks';
import { formatPlural } from '@/lib/format';
import { useMoveFiles } from '../api/file-operations';
import { entryDragType } from '../uploads/dropped-files.utils';
import type { FileSelection } from './use-file-selection';

/** Dragging files and folders onto a folder. The menu's "Move to…" does the same without a pointer. */
export function useEntryDrag(bucket: string, selection: FileSelection, enabled: boolean) {
  const [dragged, setDragged] = useState<readonly FileEntry[]>([]);
  const [target, setTarget] = useState<string | null>(null);
  const move = useMoveFiles(bucket);

  const accepts = (event: DragEvent, folder: FileEntry) =>
    event.dataTransfer.types.includes(entryDragType) && !dragged.some((entry) => entry.path === folder.path);

  const drop = (folder: FileEntry) => {
    const requests = dragged.map((entry) => ({ entry, newPath: joinPath(folder.path, entry.name) }));
    move.mutate(requests, {
      onSuccess: (count) => {
        selection.clear();
        toast.done(`${formatPlural(count, 'file')} moved to ${folder.name}`, {
          label: 'Undo',
          onClick: () =>
            move.mutate(
              requests.map(({ entry, newPath: to }) => ({
                entry: { ...entry, path: to },
                newPath: entry.path,
              })),
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
      event.dataTransfer.setData(entryDragType, JSON.stringify(entries.map(({ path }) => path)));
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
