import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { toast } from '@/components/overlays/toast';
import { formatKeys } from '@/lib/browser/keyboard/keyboard';
import { gridMessages as messages } from '../../grid-messages';
import type { BlockActions } from '../use-block-actions';
import { isCanceled } from '../use-block-rows';
import { parseClipboard } from './clipboard.utils';
import type { ClipboardContent } from './use-block-copy';

/** Cut, copy and paste for a menu. */
export interface BlockClipboard {
  copy: (hasHeaders: boolean) => void;
  cut: () => Promise<void>;
  paste: () => Promise<void>;
}

/** Handles the browser's cut, copy and paste events in the grid, and returns the same actions for a menu. */
export function useBlockClipboard(
  grid: RefObject<DataGridHandle | null>,
  actions: BlockActions,
): BlockClipboard {
  useClipboardEvents(grid, actions);
  const copy = async (hasHeaders: boolean): Promise<boolean> => {
    const content = actions.getContent(hasHeaders);
    return content ? writeClipboard(Promise.resolve(content)) : false;
  };
  return {
    copy: (hasHeaders) => void copy(hasHeaders),
    cut: async () => {
      if (await copy(false)) await actions.clear();
    },
    paste: async () => {
      try {
        await actions.paste(await readClipboard());
      } catch {
        // The browser denies or lacks access to the clipboard. The paste event needs no permission.
        toast.info(messages.block.clipboardBlocked(formatKeys('mod+v').join('+')));
      }
    },
  };
}

/** Handles copy, cut and paste while the focus is in the cells of the grid. */
function useClipboardEvents(grid: RefObject<DataGridHandle | null>, actions: BlockActions): void {
  /** Returns whether the content is in the event already. */
  const copyToEvent = (event: ClipboardEvent): boolean => {
    const content = actions.getContent(false);
    if (!content) return false;
    if (content instanceof Promise) {
      void writeClipboard(content).then((isWritten) =>
        isWritten && event.type === 'cut' ? actions.clear() : undefined,
      );
      return false;
    }
    event.clipboardData?.setData('text/plain', content.text);
    event.clipboardData?.setData('text/html', content.html);
    return true;
  };
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (isOutsideCells(event, grid.current)) return;
    event.preventDefault();
    if (copyToEvent(event) && event.type === 'cut') void actions.clear();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const data = event.clipboardData;
    if (!data || isOutsideCells(event, grid.current)) return;
    event.preventDefault();
    void actions.paste(parseClipboard(data.getData('text/html'), data.getData('text/plain')));
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // Listens on the document, since Firefox dispatches these events to the body, whichever cell has the focus.
    document.addEventListener('copy', (event) => onCopy(event), { signal });
    document.addEventListener('cut', (event) => onCopy(event), { signal });
    document.addEventListener('paste', (event) => onPaste(event), { signal });
    return () => listening.abort();
  }, []);
}

/** Returns whether a clipboard event is not for the grid's cells: for a field, an editor or selected text. */
function isOutsideCells({ target }: ClipboardEvent, grid: DataGridHandle | null): boolean {
  const { activeElement } = document;
  const isInField = [target, activeElement].some(
    (each) => each instanceof Element && each.closest('input,textarea,[contenteditable="true"]') !== null,
  );
  return isInField || !grid?.element?.contains(activeElement) || window.getSelection()?.isCollapsed === false;
}

/**
 * Writes content, which can still be loading, to the clipboard. Must be called in the handler of a key or a click, since
 * browsers allow it only there. Returns whether it succeeded; shows an error otherwise.
 */
async function writeClipboard(content: Promise<ClipboardContent>): Promise<boolean> {
  const toBlob = (type: string, select: (content: ClipboardContent) => string) =>
    content.then((loaded) => new Blob([select(loaded)], { type }));
  try {
    if (!navigator.clipboard) throw new Error(messages.block.copyNeedsHTTPS);
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': toBlob('text/plain', ({ text }) => text),
        'text/html': toBlob('text/html', ({ html }) => html),
      }),
    ]);
    return true;
  } catch (error) {
    // If the content failed to load, its error is more specific than the browser's error about the clipboard.
    const reason = await content.then(
      () => error,
      (contentError: unknown) => contentError,
    );
    if (!isCanceled(reason)) toast.error(reason, messages.block.copyFailed);
    return false;
  }
}

async function readClipboard() {
  const items = await navigator.clipboard.read();
  const read = async (type: string) => {
    const item = items.find(({ types }) => types.includes(type));
    return item ? (await item.getType(type)).text() : '';
  };
  return parseClipboard(await read('text/html'), await read('text/plain'));
}
