import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { ExternalStore } from '@/lib/external-store';
import { isComposing, matchesKeys } from './keyboard';

export interface Shortcut {
  /** "mod+k", "?", "shift+enter"; "mod" is Command on a Mac, Control on other systems. */
  keys: string;
  /** The action, as the list of shortcuts (key `?`) shows it. */
  label: string;
  /** The heading of the shortcut in that list. */
  group: string;
}

export interface ShortcutOptions {
  enabled?: boolean;
  /** Also works while the focus is in a field, a dialog or a menu. */
  isGlobal?: boolean;
}

export interface RegisteredShortcut extends Shortcut {
  /** Undefined if other code handles the keys. */
  run: (() => void) | undefined;
  isGlobal: boolean;
}

class ShortcutRegistry extends ExternalStore<readonly RegisteredShortcut[]> {
  /** Registers a shortcut. Returns the function that removes it. */
  add(shortcut: RegisteredShortcut): () => void {
    this.setSnapshot([...this.snapshot(), shortcut]);
    return () => this.setSnapshot(this.snapshot().filter((other) => other !== shortcut));
  }
}

const registry = new ShortcutRegistry([]);

// A layer that is closing still has the focus, but no longer handles keys.
const layerSelector = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  .join();
const fieldSelector = 'input,textarea,select,[contenteditable="true"]';

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || isComposing(event)) return;
  const target = event.target instanceof Element ? event.target : null;
  const busy = target?.closest(`${layerSelector},${fieldSelector}`) != null;
  // The shortcut that was registered last belongs to the innermost component.
  const shortcut = registry
    .snapshot()
    .findLast((s) => s.run && (s.isGlobal || !busy) && matchesKeys(event, s.keys));
  if (!shortcut?.run) return;
  event.preventDefault();
  shortcut.run();
}

/**
 * Calls `run` when the keys are pressed while the component is mounted. Adds the shortcut to the list that `?` opens,
 * and to the command palette. Without `run`, the shortcut is only in the list: other code handles the keys.
 */
export function useShortcut(shortcut: Shortcut, run?: () => void, options: ShortcutOptions = {}) {
  const { keys, label, group } = shortcut;
  const { enabled = true, isGlobal = false } = options;
  const runs = run !== undefined;
  const latest = useEffectEvent(() => run?.());
  useEffect(() => {
    if (!enabled) return;
    return registry.add({ keys, label, group, isGlobal, run: runs ? () => latest() : undefined });
  }, [keys, label, group, enabled, isGlobal, runs]);
}

/** Handles the keys of all shortcuts. Used once, at the root of the app. */
export function useShortcutListener() {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Returns the shortcuts of all mounted components. */
export function useShortcuts(): readonly RegisteredShortcut[] {
  return useSyncExternalStore(registry.subscribe, registry.snapshot);
}
