import { type ClipboardEvent, type DragEvent, useState } from 'react';

/** Handles files that the user drops on an element or pastes into it. The page around it does not receive the drag events. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(event.type === 'dragover' && onFiles !== undefined);
    if (event.type === 'drop') onFiles?.([...event.dataTransfer.files]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !onFiles) return;
    event.preventDefault();
    onFiles(files);
  };
  const handlers = { onPaste, onDragEnter: onDrag, onDragOver: onDrag, onDragLeave: onDrag, onDrop: onDrag };
  return { isOver, handlers };
}
