import { type ReactNode, useState } from 'react';
import { OfflineBar } from '@/components/feedback/offline-bar';
import { useOutboxNote } from '@/features/changes/outbox/use-outbox-note';
import { useShortcut, useShortcutListener } from '@/lib/browser/shortcuts';
import { mediaQueries, useMediaQuery } from '@/lib/browser/use-media-query';
import { OpenSidebarContext } from '@/lib/sidebar-context';
import { Palette } from './palette/palette';
import { ShortcutSheet } from './palette/shortcut-sheet';
import styles from './shell.module.css';
import { Sidebar } from './sidebar/sidebar';
import { SidebarDrawer } from './sidebar/sidebar-drawer';
import { useSidebarCollapsed } from './use-sidebar-collapsed';

/** What stays while pages come and go: the sidebar, the palette, the shortcut sheet. */
export function Shell({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery(mediaQueries.narrow);
  const [collapsed, setCollapsed] = useSidebarCollapsed();
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState(false);
  const waiting = useOutboxNote();
  useShortcutListener();
  useShortcut(
    { keys: 'mod+k', label: 'Search or jump to', group: 'Everywhere' },
    () => setPalette((open) => !open),
    { isGlobal: true },
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
