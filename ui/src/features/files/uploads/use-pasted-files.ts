import { useEffect, useEffectEvent } from 'react';
import { type LocalFile, nameFile } from './dropped-files.utils';
import { uploadsMessages as messages } from './uploads-messages';

/** Uploads files and pictures that the user pastes anywhere on the page, except into a text field or a dialog. */
export function usePastedFiles(isEnabled: boolean, upload: (files: readonly LocalFile[]) => void) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event;
    if (target instanceof Element && target.closest('input,textarea,[contenteditable],[role="dialog"]'))
      return;
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    upload(files.map((file) => ({ file, path: nameFile(file, messages.pastedFile, new Date()) })));
  });
  useEffect(() => {
    if (!isEnabled) return;
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, [isEnabled]);
}
