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
  RadioTower,
  Sun,
  Zap,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { Kbd } from '@/components/marks/kbd';
import { toast } from '@/components/overlays/toast';
import { listVisibleActions } from '@/data/actions/offers/offers';
import { openAction } from '@/data/actions/open-action';
import { formatViewHref } from '@/data/saved-views/saved-views.utils';
import { useSavedViews } from '@/data/saved-views/use-saved-views';
import { useSignOut } from '@/features/auth/api/auth-mutations';
import { useSchema } from '@/lib/auth/session';
import { useShortcuts } from '@/lib/browser/keyboard/shortcuts';
import { setTheme } from '@/lib/browser/theme/theme';
import { getZone } from '@/lib/browser/zone/zone';
import { bucketsQuery } from '@/lib/files/buckets';
import { hrefs } from '@/lib/routes';
import { ActionIcon } from '@/table/actions/action-icon';
import { TableIcon } from '@/table/table-icon';
import { openShortcutSheet } from './palette/lazy-shortcut-sheet';
import type { PaletteEntry } from './palette/palette.utils';
import { shellMessages } from './shell-messages';
import type { TableGroup } from './sidebar/sidebar.utils';

const messages = shellMessages.palette;

/** Returns the palette entries of the tables and their saved views. */
export function useTableEntries(groups: readonly TableGroup[]): PaletteEntry[] {
  const [, navigate] = useLocation();
  const { ownViews, sharedViews } = useSavedViews();
  const tables = groups.flatMap(({ heading, tables }) =>
    tables.map(
      (table): PaletteEntry => ({
        id: ['table', table.schema, table.name].join(' '),
        group: heading ?? shellMessages.tables,
        label: table.title,
        keywords: [table.name, `${table.schema}.${table.name}`],
        icon: <TableIcon table={table} />,
        note: table.kind === 'table' ? undefined : table.kind,
        run: () => navigate(hrefs.table(table.schema, table.name)),
      }),
    ),
  );
  const listedTables = groups.flatMap((group) => group.tables);
  const views = [...ownViews, ...sharedViews].flatMap((view): PaletteEntry | [] => {
    const table = listedTables.find(({ schema, name }) => schema === view.schema && name === view.table);
    if (!table) return [];
    return {
      id: ['view', view.id].join(' '),
      group: messages.groups.views,
      label: view.name,
      keywords: [messages.viewKeyword(table.title)],
      icon: <Bookmark aria-hidden />,
      note: table.title,
      run: () => navigate(formatViewHref(view)),
    };
  });
  return [...tables, ...views];
}

/** Returns the palette entries of the buckets. */
export function useBucketEntries(): PaletteEntry[] {
  const [, navigate] = useLocation();
  const { data: buckets = [] } = useQuery(bucketsQuery());
  return buckets.map((bucket) => ({
    id: ['bucket', bucket.id].join(' '),
    group: messages.groups.files,
    label: bucket.title,
    keywords: [...messages.bucketKeywords, bucket.name],
    icon: <FolderOpen aria-hidden />,
    note: bucket.public ? messages.publicBucket : messages.privateBucket,
    run: () => navigate(hrefs.files(bucket.id)),
  }));
}

/** Returns the palette entry of the channels. */
export function useChannelEntries(): PaletteEntry[] {
  const [, navigate] = useLocation();
  return [
    {
      id: 'channels',
      group: shellMessages.realtime,
      label: shellMessages.channels,
      keywords: messages.channelKeywords,
      icon: <RadioTower aria-hidden />,
      run: () => navigate(hrefs.channels()),
    },
  ];
}

/** Returns the palette entries of the actions. Those that need more than a confirmation open their form. */
export function useActionEntries(): PaletteEntry[] {
  const schema = useSchema();
  const [, navigate] = useLocation();
  return listVisibleActions(schema).map((action) => ({
    id: ['run', action.id].join(' '),
    group: messages.groups.actions,
    label: action.title,
    keywords: [action.name, action.label],
    icon: <ActionIcon name={action.icon} />,
    note: action.kind === 'edge' ? messages.edgeFunction : undefined,
    run: () =>
      action.unavailable === ''
        ? openAction({ action, subject: { kind: 'none' } })
        : navigate(hrefs.action(action.id)),
  }));
}

/** Returns the palette entries of the page's shortcuts, for users who don't know the keys. */
export function useShortcutEntries(): PaletteEntry[] {
  return useShortcuts().flatMap(({ group, keys, label, run }): PaletteEntry | [] => {
    if (group === shellMessages.shortcuts.global || !run) return [];
    return {
      id: ['action', keys].join(' '),
      group: messages.groups.page,
      label,
      icon: <Zap aria-hidden />,
      note: <Kbd keys={keys} />,
      run,
    };
  });
}

/** Returns the palette entries of settings and the account. */
export function useSettingEntries(): PaletteEntry[] {
  const [, navigate] = useLocation();
  const signOut = useSignOut();
  const toAccount = () => navigate(hrefs.account());
  const entries: Omit<PaletteEntry, 'group'>[] = [
    { id: 'account', label: shellMessages.account.account, icon: <CircleUser aria-hidden />, run: toAccount },
    { id: 'zone', label: messages.timeZone, icon: <Globe aria-hidden />, note: getZone(), run: toAccount },
    { id: 'light', label: messages.lightTheme, icon: <Sun aria-hidden />, run: () => setTheme('light') },
    { id: 'dark', label: messages.darkTheme, icon: <Moon aria-hidden />, run: () => setTheme('dark') },
    {
      ...{ id: 'system', label: messages.systemTheme },
      ...{ icon: <Monitor aria-hidden />, run: () => setTheme('system') },
    },
    {
      ...{ id: 'shortcuts', label: shellMessages.shortcuts.title },
      ...{ icon: <Keyboard aria-hidden />, run: openShortcutSheet },
    },
    {
      ...{ id: 'sign-out', label: shellMessages.account.signOut, icon: <LogOut aria-hidden /> },
      run: () =>
        signOut.mutate('local', {
          onError: (error) => toast.error(error, shellMessages.account.signOutFailed),
        }),
    },
  ];
  return entries.map((entry) => ({ ...entry, group: messages.groups.settings }));
}
