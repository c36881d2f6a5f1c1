import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { toast } from '@/components/overlays/toast';
import type { BlockActions } from '../use-block-actions';
import { isCancelled } from '../use-block-rows';
import { parseClipboard } from './clipboard.utils';
import type { ClipboardContent } from './use-block-copy';

/** The keys' cut, copy and paste in the grid, and the same for a menu. */
export function useBlockClipboard(grid: RefObject<DataGridHandle | null>, actions: BlockActions) {
  const copyNow = (event: ClipboardEvent): boolean => {
    const copied = actions.copied(false);
    if (!copied) return false;
    if (copied instanceof Promise) {
      void writeClipboard(copied).then((done) =>
        done && event.type === 'cut' ? actions.clear() : undefined,
      );
      return false;
    }
    event.clipboardData?.setData('text/plain', copied.text);
    event.clipboardData?.setData('text/html', copied.html);
    return true;
  };
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    if (isOutsideCells(event, grid.current)) return;
    event.preventDefault();
    if (copyNow(event) && event.type === 'cut') void actions.clear();
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
    // Firefox sends them to the body, whatever cell has the focus.
    document.addEventListener('copy', (event) => onCopy(event), { signal });
    document.addEventListener('cut', (event) => onCopy(event), { signal });
    document.addEventListener('paste', (event) => onPaste(event), { signal });
    return () => listening.abort();
  }, []);

  const copyFromMenu = async (headers: boolean): Promise<boolean> => {
    const copied = actions.copied(headers);
    return copied ? writeClipboard(Promise.resolve(copied)) : false;
  };
  return {
    copy: (headers: boolean) => void copyFromMenu(headers),
    cut: async () => {
      if (await copyFromMenu(false)) await actions.clear();
    },
    paste: async () => {
      try {
        await actions.paste(await readClipboard());
      } catch {
        // Not allowed, or not there: the key always works.
        toast.info('The browser did not let the clipboard be read. Press Ctrl V in the grid instead.');
      }
    },
  };
}

/** The focus is not on a cell. An editor has a clipboard of its own, and so has text that is marked. */
function isOutsideCells({ target }: ClipboardEvent, grid: DataGridHandle | null): boolean {
  const { activeElement } = document;
  const inField = [target, activeElement].some(
    (each) => each instanceof Element && each.closest('input,textarea,[contenteditable="true"]') !== null,
  );
  return inField || !grid?.element?.contains(activeElement) || window.getSelection()?.isCollapsed === false;
}

/** Writes what is still being made; the browser has to be asked while the key or the click is fresh. */
async function writeClipboard(copied: Promise<ClipboardContent>): Promise<boolean> {
  const part = (type: string, pick: (copied: ClipboardContent) => string) =>
    copied.then((made) => new Blob([pick(made)], { type }));
  try {
    if (!navigator.clipboard) throw new Error('Copying more than what is loaded needs a page over https.');
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/plain': part('text/plain', ({ text }) => text),
        'text/html': part('text/html', ({ html }) => html),
      }),
    ]);
    return true;
  } catch (error) {
    // The browser tells a failed part in its own words; the part's are better.
    const reason = await copied.then(
      () => error,
      (failed: unknown) => failed,
    );
    if (!isCancelled(reason)) toast.error(reason, 'The cells could not be copied.');
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
