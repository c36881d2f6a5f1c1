import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { ExternalStore } from '../external-store';
import { isComposing, matchesKeys } from './keyboard';

export interface Shortcut {
  /** "mod+k", "?", "shift+enter"; "mod" is Command on a Mac, else Control. */
  keys: string;
  /** What it does, for the sheet that `?` opens. */
  label: string;
  /** The heading in that sheet. */
  group: string;
}

export interface ShortcutOptions {
  enabled?: boolean;
  /** Works also while typing in a field, or in a dialog or menu. */
  isGlobal?: boolean;
}

export interface RegisteredShortcut extends Shortcut {
  /** Undefined where something else handles the keys. */
  run: (() => void) | undefined;
  isGlobal: boolean;
}

class ShortcutRegistry extends ExternalStore<readonly RegisteredShortcut[]> {
  /** Registers a shortcut. Returns a function that removes it. */
  add(shortcut: RegisteredShortcut): () => void {
    this.setSnapshot([...this.snapshot(), shortcut]);
    return () => this.setSnapshot(this.snapshot().filter((other) => other !== shortcut));
  }
}

const registry = new ShortcutRegistry([]);

// One that is on its way out has the focus still, and takes no more keys.
const layerSelector = ['dialog', 'alertdialog', 'menu', 'listbox']
  .map((role) => `[role="${role}"]:not([data-state="closed"])`)
  .join();
const fieldSelector = 'input,textarea,select,[contenteditable="true"]';

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || isComposing(event)) return;
  const target = event.target instanceof Element ? event.target : null;
  const busy = target?.closest(`${layerSelector},${fieldSelector}`) != null;
  // The last to register is the innermost.
  const shortcut = registry
    .snapshot()
    .findLast((s) => s.run && (s.isGlobal || !busy) && matchesKeys(event, s.keys));
  if (!shortcut?.run) return;
  event.preventDefault();
  shortcut.run();
}

/**
 * Runs when the keys are pressed, while the component is there. Listed in the sheet that `?` opens, and in the palette.
 * Without `run` the keys are only listed, in the sheet: something else handles them.
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

/** Listens for all shortcuts; once, at the app's root. */
export function useShortcutListener() {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Every shortcut that works here and now. */
export function useShortcuts(): readonly RegisteredShortcut[] {
  return useSyncExternalStore(registry.subscribe, registry.snapshot);
}
