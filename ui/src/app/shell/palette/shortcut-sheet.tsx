import { useEffect, useState } from 'react';
import { Kbd } from '@/components/kbd';
import { Dialog } from '@/components/overlays/dialog';
import { useShortcut, useShortcuts } from '@/lib/browser/shortcuts';
import styles from './shortcut-sheet.module.css';

const openEventName = 'tableside:shortcuts';

/** Opens the sheet from anywhere, e.g. from a menu. */
export function openShortcutSheet() {
  window.dispatchEvent(new Event(openEventName));
}

/** Every shortcut that works on this page, opened by `?`. */
export function ShortcutSheet() {
  const [open, setOpen] = useState(false);
  useShortcut({ keys: '?', label: 'Show the keyboard shortcuts', group: 'Everywhere' }, () => setOpen(true));
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(openEventName, show);
    return () => window.removeEventListener(openEventName, show);
  }, []);
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts" size="md">
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  const shortcuts = useShortcuts();
  const groups = [...new Set(shortcuts.map((shortcut) => shortcut.group))];
  return (
    <div className={styles.groups}>
      {groups.map((group) => (
        <section key={group}>
          <h3 className={styles.heading}>{group}</h3>
          <dl>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, label }) => (
                <div key={keys + label} className={styles.line}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
