import { useEffect, useState } from 'react';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { shellMessages } from '../shell-messages';
import type { ShortcutSheetProps } from './shortcut-sheet';

const messages = shellMessages.shortcuts;

const ShortcutSheet = lazyComponent<ShortcutSheetProps>(
  async () => (await import('./shortcut-sheet')).ShortcutSheet,
);

const openEventName = 'tableside:shortcuts';

/** Opens the sheet from another part of the app, for example from a menu. */
export function openShortcutSheet() {
  window.dispatchEvent(new Event(openEventName));
}

/** The sheet of shortcuts. The key `?` opens it. */
export function LazyShortcutSheet() {
  const [open, setOpen] = useState(false);
  useShortcut({ keys: '?', label: messages.show, group: messages.global }, () => setOpen(true));
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(openEventName, show);
    return () => window.removeEventListener(openEventName, show);
  }, []);
  return (
    <LazyDialog open={open}>
      <ShortcutSheet open={open} onOpenChange={setOpen} />
    </LazyDialog>
  );
}
