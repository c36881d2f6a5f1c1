import { useQuery } from '@tanstack/react-query';
import {
  Bookmark,
  CircleUser,
  FolderOpen,
  Globe,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Sun,
  Zap,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { Kbd } from '@/components/kbd';
import { toast } from '@/components/overlays/toast';
import { viewHref } from '@/data/saved-views/saved-views.utils';
import { useSavedViews } from '@/data/saved-views/use-saved-views';
import { useSignOut } from '@/features/auth/api/auth-mutations';
import { useShortcuts } from '@/lib/browser/shortcuts';
import { setTheme } from '@/lib/browser/theme';
import { getZone } from '@/lib/browser/zone';
import { bucketsQuery } from '@/lib/files/buckets';
import { hrefs } from '@/lib/routes';
import type { PaletteEntry } from './palette/palette.utils';
import { openShortcutSheet } from './palette/shortcut-sheet';
import type { TableGroup } from './sidebar/sidebar.utils';
import { TableIcon } from './sidebar/table-icon';

/** The tables and their saved views. */
export function useTableEntries(groups: readonly TableGroup[]): PaletteEntry[] {
  const [, navigate] = useLocation();
  const { ownViews, sharedViews } = useSavedViews();
  const tables = groups.flatMap(({ heading, tables }) =>
    tables.map(
      (table): PaletteEntry => ({
        id: `table ${table.schema}.${table.name}`,
        group: heading,
        label: table.title,
        keywords: [table.name, `${table.schema}.${table.name}`],
        icon: <TableIcon table={table} />,
        note: table.kind === 'table' ? undefined : table.kind,
        run: () => navigate(hrefs.table(table.schema, table.name)),
      }),
    ),
  );
  const listed = groups.flatMap((group) => group.tables);
  const views = [...ownViews, ...sharedViews].flatMap((view): PaletteEntry | [] => {
    const table = listed.find(({ schema, name }) => schema === view.schema && name === view.table);
    if (!table) return [];
    return {
      id: `view ${view.id}`,
      group: 'Views',
      label: view.name,
      keywords: [`${table.title} view`],
      icon: <Bookmark aria-hidden />,
      note: table.title,
      run: () => navigate(viewHref(view)),
    };
  });
  return [...tables, ...views];
}

/** The buckets. */
export function useBucketEntries(): PaletteEntry[] {
  const [, navigate] = useLocation();
  const { data: buckets = [] } = useQuery(bucketsQuery());
  return buckets.map((bucket) => ({
    id: `bucket ${bucket.id}`,
    group: 'Files',
    label: bucket.name,
    keywords: ['bucket', 'files'],
    icon: <FolderOpen aria-hidden />,
    note: bucket.public ? 'public' : 'private',
    run: () => navigate(hrefs.files(bucket.id)),
  }));
}

/** The page's shortcuts, for users who don’t know the keys. */
export function useShortcutEntries(): PaletteEntry[] {
  return useShortcuts().flatMap(({ group, keys, label, run }): PaletteEntry | [] => {
    if (group === 'Everywhere' || !run) return [];
    return {
      id: `action ${keys}`,
      group: 'This page',
      label,
      icon: <Zap aria-hidden />,
      note: <Kbd keys={keys} />,
      run,
    };
  });
}

/** Settings and the account. */
export function useSettingEntries(): PaletteEntry[] {
  const [, navigate] = useLocation();
  const signOut = useSignOut();
  const toAccount = () => navigate(hrefs.account());
  const entries: Omit<PaletteEntry, 'group'>[] = [
    { id: 'account', label: 'Account', icon: <CircleUser aria-hidden />, run: toAccount },
    { id: 'zone', label: 'Time zone', icon: <Globe aria-hidden />, note: getZone(), run: toAccount },
    { id: 'light', label: 'Light theme', icon: <Sun aria-hidden />, run: () => setTheme('light') },
    { id: 'dark', label: 'Dark theme', icon: <Moon aria-hidden />, run: () => setTheme('dark') },
    {
      ...{ id: 'system', label: 'Theme like the device', keywords: ['System theme'] },
      ...{ icon: <Monitor aria-hidden />, run: () => setTheme('system') },
    },
    {
      ...{ id: 'shortcuts', label: 'Keyboard shortcuts' },
      ...{ icon: <Keyboard aria-hidden />, run: openShortcutSheet },
    },
    {
      ...{ id: 'sign out', label: 'Sign out', icon: <LogOut aria-hidden /> },
      run: () =>
        signOut.mutate(undefined, { onError: (error) => toast.error(error, 'You are still signed in.') }),
    },
  ];
  return entries.map((entry) => ({ ...entry, group: 'Settings' }));
}
