import { useEffect, useState } from 'react';
import { Kbd } from '@/components/kbd';
import { Dialog } from '@/components/overlays/dialog';
import { useShortcut, useShortcuts } from '@/lib/browser/shortcuts';
import { shellMessages } from '../shell-messages';
import styles from './shortcut-sheet.module.css';

const messages = shellMessages.shortcuts;

const openEventName = 'tableside:shortcuts';

/** Opens the sheet from another part of the app, for example from a menu. */
export function openShortcutSheet() {
  window.dispatchEvent(new Event(openEventName));
}

/** Lists the shortcuts that work on the current page. The key `?` opens it. */
export function ShortcutSheet() {
  const [open, setOpen] = useState(false);
  useShortcut({ keys: '?', label: messages.show, group: messages.global }, () => setOpen(true));
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(openEventName, show);
    return () => window.removeEventListener(openEventName, show);
  }, []);
  return (
    <Dialog open={open} onOpenChange={setOpen} title={messages.title} size="md">
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
