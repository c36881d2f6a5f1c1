import type { KeyboardEvent } from 'react';
import { matchesKeys } from '@/lib/browser/keyboard';
import { useShortcut } from '@/lib/browser/shortcuts';

type NavigationAction = (() => void) | undefined;

export interface RecordNavigation {
  close: () => void;
  previous: NavigationAction;
  next: NavigationAction;
}

/** The keys of an open record. Those that lead away from it work in its fields too, by the handler that is returned. */
export function useRecordShortcuts(
  { close, previous, next }: RecordNavigation,
  save: () => void,
  dirty: boolean,
) {
  useShortcut({ keys: 'alt+arrowup', label: 'Previous record', group: 'Record' }, previous);
  useShortcut({ keys: 'alt+arrowdown', label: 'Next record', group: 'Record' }, next);
  useShortcut({ keys: 'escape', label: 'Close the record', group: 'Record' }, close);
  useShortcut({ keys: 'mod+enter', label: 'Save the record', group: 'Record' }, save, { isGlobal: dirty });
  return (event: KeyboardEvent) => {
    const inPanel = event.target instanceof Element && event.currentTarget.contains(event.target);
    if (!inPanel || event.defaultPrevented) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
      return;
    }
    const step = [
      ['alt+arrowup', previous],
      ['alt+arrowdown', next],
    ] as const;
    for (const [keys, go] of step) {
      if (!go || !matchesKeys(event, keys)) continue;
      event.preventDefault();
      go();
    }
  };
}
