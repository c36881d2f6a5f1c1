import { type ReactNode, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { ConnectionBar } from '@/components/feedback/connection-bar';
import { onNewDashboard } from '@/data/dashboards/open-new-dashboard';
import { LiveContext } from '@/data/live/live-state';
import { useOutboxNote } from '@/features/changes/outbox/use-outbox-note';
import type { NewDashboardDialogProps } from '@/features/dashboard';
import { useWorkspace } from '@/lib/auth/session';
import type { EarlySearch } from '@/lib/browser/keyboard/early-search';
import { useShortcut, useShortcutListener } from '@/lib/browser/keyboard/shortcuts';
import {
  idleComponent,
  LazyDialog,
  lazyComponent,
  optionalComponent,
} from '@/lib/browser/loading/lazy-loading';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { useValueChange } from '@/lib/display/use-value-change';
import { OpenSidebarContext } from '@/lib/sidebar-context';
import { LazyPalette } from './palette/lazy-palette';
import { LazyShortcutSheet } from './palette/lazy-shortcut-sheet';
import styles from './shell.module.css';
import { shellMessages as messages } from './shell-messages';
import { Sidebar } from './sidebar/sidebar';
import type { SidebarDrawerProps } from './sidebar/sidebar-drawer';
import { useSidebarCollapsed } from './use-sidebar-collapsed';

const SidebarDrawer = lazyComponent<SidebarDrawerProps>(
  async () => (await import('./sidebar/sidebar-drawer')).SidebarDrawer,
);

const NotificationsWatcher = idleComponent(
  async () => (await import('@/features/notifications/notifications-watcher')).NotificationsWatcher,
);

const OpenedRecordsRecorder = idleComponent(
  async () => (await import('./opened-records-recorder')).OpenedRecordsRecorder,
);

const ViewAsBanner = lazyComponent(
  async () => (await import('@/features/auth/view-as/view-as-banner')).ViewAsBanner,
);

const FollowBanner = optionalComponent(
  async () => (await import('@/features/live/follow-banner')).FollowBanner,
);

const NewDashboardDialog = lazyComponent<NewDashboardDialogProps>(
  async () => (await import('@/features/dashboard')).NewDashboardDialog,
);

/** The frame around all pages: the sidebar, the command palette and the sheet of shortcuts. */
export function Shell({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery(mediaQueries.narrow);
  const [collapsed, setCollapsed] = useSidebarCollapsed();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const earlySearch = useEarlySearch(isPaletteOpen, () => setPaletteOpen(true));
  const outboxNote = useOutboxNote();
  const isViewingAs = useWorkspace().viewAs.status === 'active';
  const location = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the address closes the drawer
  useEffect(() => setDrawerOpen(false), [location]);
  useShellShortcuts(
    () => setPaletteOpen((open) => !open),
    () => (narrow ? setDrawerOpen((open) => !open) : setCollapsed(!collapsed)),
  );
  const openSearch = () => {
    setDrawerOpen(false);
    setPaletteOpen(true);
  };
  return (
    <OpenSidebarContext value={narrow ? () => setDrawerOpen(true) : null}>
      <a className={styles.skip} href="#page">
        {messages.skip}
      </a>
      <div className={styles.shell}>
        {narrow ? (
          <LazyDialog open={isDrawerOpen}>
            <SidebarDrawer open={isDrawerOpen} onOpenChange={setDrawerOpen} onSearch={openSearch} />
          </LazyDialog>
        ) : (
          <aside
            className={styles.side}
            data-collapsed={collapsed || undefined}
            aria-label={messages.sidebar}
          >
            <Sidebar collapsed={collapsed} onCollapsedChange={setCollapsed} onSearch={openSearch} />
          </aside>
        )}
        <div className={styles.content}>
          <LazyDialog open={isViewingAs}>
            <ViewAsBanner />
          </LazyDialog>
          <ConnectionBar note={outboxNote} />
          <FollowArea />
          <main id="page" tabIndex={-1} className={styles.page}>
            {children}
          </main>
        </div>
      </div>
      <LazyDialog open={isPaletteOpen}>
        <LazyPalette open={isPaletteOpen} onOpenChange={setPaletteOpen} earlySearch={earlySearch} />
      </LazyDialog>
      <LazyShortcutSheet />
      <NewDashboard />
      <NotificationsWatcher />
      <OpenedRecordsRecorder />
    </OpenSidebarContext>
  );
}

/** Registers the shortcuts of all pages. */
function useShellShortcuts(togglePalette: () => void, toggleSidebar: () => void) {
  useShortcutListener();
  const { global: group, toggleSidebar: label } = messages.shortcuts;
  useShortcut({ keys: 'mod+k', label: messages.search, group }, togglePalette, { isGlobal: true });
  useShortcut({ keys: 'mod+b', label, group }, toggleSidebar);
}

/** Calls `onSearch` if the user pressed the shortcut of the palette before the app was shown. Returns the text typed after it until the palette closes. */
function useEarlySearch(isOpen: boolean, onSearch: () => void): EarlySearch | undefined {
  const [search, setSearch] = useState<EarlySearch>();
  const open = useEffectEvent(onSearch);
  useEffect(() => {
    const early = globalThis.tablesideTakeEarlySearch?.();
    if (!early) return;
    setSearch(early);
    open();
  }, []);
  // The palette is empty when it opens again.
  useValueChange(isOpen, (open) => !open && setSearch(undefined));
  return search;
}

/** Asks for the name of a new dashboard when a part of the page requests it. */
function NewDashboard() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onNewDashboard(() => setOpen(true)), []);
  return (
    <LazyDialog open={isOpen}>
      <NewDashboardDialog open={isOpen} onClose={() => setOpen(false)} />
    </LazyDialog>
  );
}

/** Shows whom the page follows. */
function FollowArea() {
  const { follow } = use(LiveContext);
  const followed = useSyncExternalStore(follow.subscribe, follow.snapshot);
  return (
    <LazyDialog open={followed !== undefined}>
      {followed && <FollowBanner key={`${followed.user.id} ${followed.tab}`} followed={followed} />}
    </LazyDialog>
  );
}
