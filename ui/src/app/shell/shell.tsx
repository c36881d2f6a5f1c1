import { type ReactNode, useState } from 'react';
import { OfflineBar } from '@/components/feedback/offline-bar';
import { useWaitingNote } from '@/features/changes/outbox/waiting-note';
import { useShortcut, useShortcutListener } from '@/lib/browser/shortcuts';
import { media, useMedia } from '@/lib/browser/use-media';
import { OpenSidebarContext } from '@/lib/navigation';
import { Palette } from './palette/palette';
import { ShortcutSheet } from './palette/shortcut-sheet';
import styles from './shell.module.css';
import { useCollapsed } from './shell.utils';
import { Sidebar } from './sidebar/sidebar';
import { SidebarDrawer } from './sidebar/sidebar-drawer';

/** What stays while pages come and go: the sidebar, the palette, the shortcut sheet. */
export function Shell({ children }: { children: ReactNode }) {
  const narrow = useMedia(media.narrow);
  const [collapsed, setCollapsed] = useCollapsed();
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState(false);
  const waiting = useWaitingNote();
  useShortcutListener();
  useShortcut(
    { keys: 'mod+k', label: 'Search or jump to', group: 'Everywhere' },
    () => setPalette((open) => !open),
    { everywhere: true },
  );
  useShortcut({ keys: 'mod+b', label: 'Collapse or expand the sidebar', group: 'Everywhere' }, () =>
    narrow ? setDrawer((open) => !open) : setCollapsed(!collapsed),
  );
  const search = () => {
    setDrawer(false);
    setPalette(true);
  };
  return (
    <OpenSidebarContext value={narrow ? () => setDrawer(true) : null}>
      <a className={styles.skip} href="#page">
        Skip to the page
      </a>
      <div className={styles.shell}>
        {narrow ? (
          <SidebarDrawer open={drawer} onOpenChange={setDrawer} onSearch={search} />
        ) : (
          <aside className={styles.side} data-collapsed={collapsed || undefined} aria-label="Sidebar">
            <Sidebar collapsed={collapsed} onCollapsedChange={setCollapsed} onSearch={search} />
          </aside>
        )}
        <div className={styles.content}>
          <OfflineBar note={waiting} />
          <main id="page" tabIndex={-1} className={styles.page}>
            {children}
          </main>
        </div>
      </div>
      <Palette open={palette} onOpenChange={setPalette} />
      <ShortcutSheet />
    </OpenSidebarContext>
  );
}
