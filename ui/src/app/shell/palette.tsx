import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
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
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { Dialog } from '@/components/dialog';
import { Kbd } from '@/components/kbd';
import { toast } from '@/components/toast';
import { useSignOut } from '@/features/auth/api/session';
import { viewHref } from '@/features/rows/api/saved-views/saved-views.utils';
import { useSavedViews } from '@/features/rows/api/saved-views/use-saved-views';
import { bucketsQuery } from '@/lib/buckets';
import { hrefs } from '@/lib/routes';
import { useSchema } from '@/lib/session';
import { useShortcuts } from '@/lib/shortcuts';
import { setTheme } from '@/lib/theme';
import { localZone } from '@/lib/zone';
import styles from './palette.module.css';
import { openShortcutSheet } from './shortcut-sheet';
import { groupTables, type TableGroup } from './sidebar.utils';
import { TableIcon } from './table-icon';

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Goes to any page, or does any setting, by typing a part of its name. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Search or jump to"
      hideTitle
      size="md"
      className={styles.dialog}
    >
      <PaletteList onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PaletteList({ onDone }: { onDone: () => void }) {
  const schema = useSchema();
  const { data: buckets = [] } = useQuery(bucketsQuery());
  const [, navigate] = useLocation();
  const signOut = useSignOut();
  const then = (action: () => void) => () => {
    // At once: an open one would not let go of the focus, where the action moves it.
    flushSync(onDone);
    action();
  };
  const groups = groupTables(schema);
  return (
    <Command label="Search or jump to" loop className={styles.command}>
      <Command.Input placeholder="Search or jump to…" className={styles.input} />
      <Command.List className={styles.list}>
        <Command.Empty className={styles.empty}>Nothing of that name.</Command.Empty>
        {groups.map((group) => (
          <Command.Group key={group.heading} heading={group.heading} className={styles.group}>
            {group.tables.map((table) => (
              <Item
                key={table.name}
                id={`table ${table.schema}.${table.name}`}
                keywords={[table.title, table.name, table.schema]}
                icon={<TableIcon table={table} />}
                aside={table.kind === 'table' ? undefined : table.kind}
                onSelect={then(() => navigate(hrefs.table(table.schema, table.name)))}
              >
                {table.title}
              </Item>
            ))}
          </Command.Group>
        ))}
        <Views groups={groups} onSelect={(href) => then(() => navigate(href))()} />
        {buckets.length > 0 && (
          <Command.Group heading="Files" className={styles.group}>
            {buckets.map((bucket) => (
              <Item
                key={bucket.id}
                id={`bucket ${bucket.id}`}
                keywords={[bucket.name, 'bucket', 'files']}
                icon={<FolderOpen aria-hidden />}
                aside={bucket.public ? 'public' : 'private'}
                onSelect={then(() => navigate(hrefs.files(bucket.id)))}
              >
                {bucket.name}
              </Item>
            ))}
          </Command.Group>
        )}
        <PageActions onSelect={(run) => then(run)()} />
        <Command.Group heading="Settings" className={styles.group}>
          <Item
            id="account"
            icon={<CircleUser aria-hidden />}
            onSelect={then(() => navigate(hrefs.account()))}
          >
            Account
          </Item>
          <Item
            id="time zone"
            icon={<Globe aria-hidden />}
            aside={localZone()}
            onSelect={then(() => navigate(hrefs.account()))}
          >
            Time zone
          </Item>
          <Item id="theme light" icon={<Sun aria-hidden />} onSelect={then(() => setTheme('light'))}>
            Light theme
          </Item>
          <Item id="theme dark" icon={<Moon aria-hidden />} onSelect={then(() => setTheme('dark'))}>
            Dark theme
          </Item>
          <Item
            id="theme device system"
            icon={<Monitor aria-hidden />}
            onSelect={then(() => setTheme('system'))}
          >
            Theme like the device
          </Item>
          <Item id="keyboard shortcuts" icon={<Keyboard aria-hidden />} onSelect={then(openShortcutSheet)}>
            Keyboard shortcuts
          </Item>
          <Item
            id="sign out"
            icon={<LogOut aria-hidden />}
            onSelect={then(() =>
              signOut.mutate(undefined, {
                onError: (error) => toast.error(error, 'You are still signed in.'),
              }),
            )}
          >
            Sign out
          </Item>
        </Command.Group>
      </Command.List>
    </Command>
  );
}

/** What the page does on a key: also for those who don’t know the key. */
function PageActions({ onSelect }: { onSelect: (run: () => void) => void }) {
  const actions = useShortcuts().filter(({ group }) => group !== 'Everywhere');
  if (!actions.some(({ run }) => run)) return null;
  return (
    <Command.Group heading="This page" className={styles.group}>
      {actions.map(
        ({ keys, label, run }) =>
          run && (
            <Item
              key={keys}
              id={`action ${label}`}
              icon={<Zap aria-hidden />}
              aside={<Kbd keys={keys} />}
              onSelect={() => onSelect(run)}
            >
              {label}
            </Item>
          ),
      )}
    </Command.Group>
  );
}

interface ViewsProps {
  groups: readonly TableGroup[];
  onSelect: (href: string) => void;
}

/** The saved views of all tables that are listed. */
function Views({ groups, onSelect }: ViewsProps) {
  const { mine, others } = useSavedViews();
  const tables = groups.flatMap((group) => group.tables);
  const views = [...mine, ...others].flatMap((view) => {
    const table = tables.find(({ schema, name }) => schema === view.schema && name === view.table);
    return table ? [{ view, table }] : [];
  });
  if (views.length === 0) return null;
  return (
    <Command.Group heading="Views" className={styles.group}>
      {views.map(({ view, table }) => (
        <Item
          key={view.id}
          id={`view ${view.id}`}
          keywords={[view.name, table.title, 'view']}
          icon={<Bookmark aria-hidden />}
          aside={table.title}
          onSelect={() => onSelect(viewHref(view))}
        >
          {view.name}
        </Item>
      ))}
    </Command.Group>
  );
}

interface ItemProps {
  id: string;
  keywords?: string[];
  icon: ReactNode;
  aside?: ReactNode;
  onSelect: () => void;
  children: string;
}

function Item({ id, keywords, icon, aside, onSelect, children }: ItemProps) {
  return (
    <Command.Item value={id} keywords={keywords ?? [children]} onSelect={onSelect} className={styles.item}>
      {icon}
      <span className={styles.label} dir="auto">
        {children}
      </span>
      {aside && <small>{aside}</small>}
    </Command.Item>
  );
}
