import type { KeyboardEvent } from 'react';
import { matchesKeys } from '@/lib/browser/keyboard/keyboard';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { recordMessages } from './record-messages';

const messages = recordMessages.shortcuts;

type NavigationAction = (() => void) | undefined;

/** The actions that leave a record; undefined if there is no such record. */
export interface RecordNavigation {
  close: () => void;
  previous: NavigationAction;
  next: NavigationAction;
}

/** Registers the shortcuts of an open record. The returned handler also applies the navigation shortcuts in its fields. */
export function useRecordShortcuts(
  { close, previous, next }: RecordNavigation,
  save: () => void,
  dirty: boolean,
) {
  useShortcut({ keys: 'alt+arrowup', label: messages.previous, group: messages.group }, previous);
  useShortcut({ keys: 'alt+arrowdown', label: messages.next, group: messages.group }, next);
  useShortcut({ keys: 'escape', label: messages.close, group: messages.group }, close);
  useShortcut({ keys: 'mod+enter', label: messages.save, group: messages.group }, save, { isGlobal: dirty });
  return (event: KeyboardEvent) => {
    const isInRecord = event.target instanceof Element && event.currentTarget.contains(event.target);
    if (!isInRecord || event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
      return;
    }
    const steps = [
      ['alt+arrowup', previous],
      ['alt+arrowdown', next],
    ] as const;
    for (const [keys, navigate] of steps) {
      if (!navigate || !matchesKeys(event, keys)) continue;
      event.preventDefault();
      navigate();
    }
  };
}
