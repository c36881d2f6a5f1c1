import { Kbd } from '@/components/marks/kbd';
import { Dialog } from '@/components/overlays/dialog';
import { useShortcuts } from '@/lib/browser/keyboard/shortcuts';
import { shellMessages } from '../shell-messages';
import styles from './shortcut-sheet.module.css';

const messages = shellMessages.shortcuts;

export interface ShortcutSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the shortcuts that work on the current page. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={messages.title} size="md">
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
