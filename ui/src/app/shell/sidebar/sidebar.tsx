import { useQuery } from '@tanstack/react-query';
import {
  FolderLock,
  House,
  Images,
  LayoutGrid,
  PanelLeftClose,
  PanelLeftOpen,
  RadioTower,
  Search,
  ShieldCheck,
} from 'lucide-react';
import { Fragment } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { IconButton } from '@/components/controls/icon-button';
import { Kbd } from '@/components/marks/kbd';
import { Logo } from '@/components/marks/logo';
import { Tooltip } from '@/components/overlays/tooltip';
import { listVisibleActions } from '@/data/actions/offers/offers';
import { usePersonalSettings } from '@/data/home/personal-store';
import { useCountedTables } from '@/data/live/counted-tables';
import { useKnownRowCount } from '@/data/paging/counts/use-known-row-count';
import { useMissingCounts } from '@/data/paging/counts/use-missing-counts';
import type { RowCount } from '@/data/paging/segments/page-plan';
import type { Action, Bucket, Table } from '@/lib/api.gen';
import { useSchema, useStorageId, useWorkspace } from '@/lib/auth/session';
import { idleComponent, preloadOnIntent } from '@/lib/browser/loading/lazy-loading';
import { bucketsQuery } from '@/lib/files/buckets';
import { isOutage } from '@/lib/requests/retry-failed-queries';
import { hrefs, parseRoute } from '@/lib/routes';
import { formatCompactCount } from '@/lib/text/format';
import { ActionIcon } from '@/table/actions/action-icon';
import { TableIcon } from '@/table/table-icon';
import { NavPlaceholder } from '../nav-placeholder';
import { LazyPalette } from '../palette/lazy-palette';
import { shellMessages as messages } from '../shell-messages';
import { DashboardLinks } from './dashboard-links';
import { NavLink } from './nav-link';
import { maxInitialLinks, NavSection } from './nav-section';
import styles from './sidebar.module.css';
import { arrangeTables, findOnlyTable, groupTables } from './sidebar.utils';
import { UserBar } from './user-bar';
import { ViewLinks } from './view-links';

const NotificationBell = idleComponent<{ collapsed: boolean }>(
  async () => (await import('@/features/notifications/notification-bell')).NotificationBell,
);

export interface SidebarProps {
  /** Whether the sidebar shows only icons. */
  collapsed: boolean;
  /** Undefined in a drawer, which closes instead. */
  onCollapsedChange?: (collapsed: boolean) => void;
  onSearch: () => void;
}

/** Links to all pages that the user can open, with the workspace's name, the search and the account. */
export function Sidebar({ collapsed, onCollapsedChange, onSearch }: SidebarProps) {
  const { name } = useWorkspace();
  return (
    <div className={styles.sidebar} data-collapsed={collapsed || undefined}>
      <div className={styles.brand}>
        <Logo />
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {onCollapsedChange && (
          <IconButton
            label={collapsed ? messages.expand : messages.collapse}
            keys="mod+b"
            side="right"
            icon={collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
            className={styles.collapse}
            onClick={() => onCollapsedChange(!collapsed)}
          />
        )}
      </div>
      <SearchButton collapsed={collapsed} onClick={onSearch} />
      <nav aria-label={messages.pages} className={styles.pages}>
        <HomeLink collapsed={collapsed} />
        <DashboardLinks collapsed={collapsed} />
        <Tables collapsed={collapsed} />
        <Buckets collapsed={collapsed} />
        <ChannelsLink collapsed={collapsed} />
        <Actions collapsed={collapsed} />
      </nav>
      <NotificationBell collapsed={collapsed} />
      <UserBar collapsed={collapsed} />
    </div>
  );
}

function SearchButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  const button = (
    <button
      type="button"
      className={styles.search}
      onClick={onClick}
      aria-label={messages.search}
      {...preloadOnIntent(LazyPalette)}
    >
      <Search size={14} aria-hidden />
      <span className={styles.label}>{messages.searchEllipsis}</span>
      <Kbd keys="mod+k" aria-hidden />
    </button>
  );
  if (!collapsed) return button;
  return (
    <Tooltip content={messages.search} keys="mod+k" side="right">
      {button}
    </Tooltip>
  );
}

/** The link to the home page; not for a user who can read only one table, which is the start page then. */
function HomeLink({ collapsed }: { collapsed: boolean }) {
  const location = usePathname();
  if (findOnlyTable(useSchema())) return null;
  return (
    <ul>
      <NavLink
        href={hrefs.home()}
        current={location === hrefs.home()}
        icon={<House size={16} strokeWidth={1.75} aria-hidden />}
        label={messages.homeLink}
        collapsed={collapsed}
      />
    </ul>
  );
}

function Tables({ collapsed }: { collapsed: boolean }) {
  const schema = useSchema();
  const route = parseRoute(usePathname());
  const isCurrent = (table: Table) =>
    route.page === 'table' && route.schema === table.schema && route.table === table.name;
  const settings = usePersonalSettings(useStorageId());
  const { favorites, groups } = arrangeTables(groupTables(schema), settings, isCurrent);
  const listed = [...favorites, ...groups.flatMap((group) => group.tables)];
  const counted = collapsed || settings.hidesCounts ? [] : listed.filter(hasCount);
  useCountedTables(counted);
  useMissingCounts(counted);
  const sections = groups.map((group) => (
    <NavSection
      key={group.heading ?? ''}
      heading={group.heading ?? messages.tables}
      items={group.tables}
      isCurrent={isCurrent}
      initialCount={countInitialLinks(groups.length)}
      {...(collapsed ? {} : { searchTexts: getSearchTexts })}
    >
      {(table) => (
        <Fragment key={table.name}>
          <TableLink table={table} current={isCurrent(table)} collapsed={collapsed} />
          {isCurrent(table) && !collapsed && <ViewLinks table={table} />}
        </Fragment>
      )}
    </NavSection>
  ));
  return (
    <>
      {favorites.length > 0 && (
        <NavSection heading={messages.favorites} items={favorites} isCurrent={isCurrent}>
          {(table) => (
            <Fragment key={`${table.schema}.${table.name}`}>
              <TableLink table={table} current={isCurrent(table)} collapsed={collapsed} />
              {isCurrent(table) && !collapsed && <ViewLinks table={table} />}
            </Fragment>
          )}
        </NavSection>
      )}
      {sections}
    </>
  );
}

/** Returns the number of links that each group shows first: with 500 tables in ten groups, all links would delay the first page. */
function countInitialLinks(groupCount: number): number {
  return Math.min(maxInitialLinks, Math.max(4, Math.floor(72 / groupCount)));
}

/** Whether the sidebar shows the number of rows of a table. */
const hasCount = ({ privileges, secondFactor }: Table) => privileges.select && !secondFactor.select;

const getSearchTexts = (table: Table) => [table.title, table.name];

function TableLink({ table, current, collapsed }: { table: Table; current: boolean; collapsed: boolean }) {
  const { hidesCounts } = usePersonalSettings(useStorageId());
  const count = useKnownRowCount(table);
  const isCountHidden = hidesCounts || table.secondFactor.select;
  return (
    <NavLink
      href={hrefs.table(table.schema, table.name)}
      current={current}
      icon={<TableIcon table={table} />}
      label={table.title}
      count={isCountHidden ? undefined : count && formatSidebarCount(count)}
      mark={
        table.secondFactor.select
          ? { icon: <ShieldCheck size={13} aria-hidden />, text: messages.secondFactorRequired }
          : undefined
      }
      collapsed={collapsed}
    />
  );
}

/** Returns the short text of a row count, and the full text for its tooltip. */
function formatSidebarCount(rowCount: RowCount) {
  const { count, exact } = rowCount;
  return {
    short: formatCompactCount(rowCount),
    full: exact ? messages.rows(count) : messages.aboutRows(count),
  };
}

/** Links to the list of actions, and to each action. */
function Actions({ collapsed }: { collapsed: boolean }) {
  const schema = useSchema();
  const route = parseRoute(usePathname());
  const actions = listVisibleActions(schema);
  if (actions.length === 0) return null;
  const currentId = route.page === 'actions' ? route.action : undefined;
  const isCurrent = (action: Action | null) => currentId === (action?.id ?? '');
  return (
    <NavSection<Action | null>
      heading={messages.actions}
      items={[null, ...actions]}
      isCurrent={isCurrent}
      searchTexts={(action) => (action ? [action.title, action.name] : [messages.allActions])}
    >
      {(action) => (
        <NavLink
          key={action?.id ?? ''}
          href={action ? hrefs.action(action.id) : hrefs.actions()}
          current={isCurrent(action)}
          icon={
            action ? (
              <ActionIcon name={action.icon} />
            ) : (
              <LayoutGrid size={16} strokeWidth={1.75} aria-hidden />
            )
          }
          label={action?.title ?? messages.allActions}
          collapsed={collapsed}
        />
      )}
    </NavSection>
  );
}

function Buckets({ collapsed }: { collapsed: boolean }) {
  const { data: buckets, error, errorUpdateCount, refetch } = useQuery(bucketsQuery());
  const route = parseRoute(usePathname());
  // Also shown while a retry by the user is running.
  if (!buckets && errorUpdateCount > 0 && (error === null || isOutage(error))) {
    return (
      <NavSection
        heading={messages.files}
        items={[messages.files.toLocaleLowerCase()]}
        isCurrent={() => false}
      >
        {(content) => (
          <li key={content}>
            <NavPlaceholder {...{ content, collapsed }} onRetry={() => void refetch()} />
          </li>
        )}
      </NavSection>
    );
  }
  if (!buckets || buckets.length === 0) return null;
  const isCurrent = (bucket: Bucket) => route.page === 'files' && route.bucket === bucket.id;
  return (
    <NavSection heading={messages.files} items={buckets} isCurrent={isCurrent}>
      {(bucket) => (
        <NavLink
          key={bucket.id}
          href={hrefs.files(bucket.id)}
          current={isCurrent(bucket)}
          icon={
            bucket.public ? (
              <Images size={16} strokeWidth={1.75} aria-hidden />
            ) : (
              <FolderLock size={16} strokeWidth={1.75} aria-hidden />
            )
          }
          label={bucket.title}
          collapsed={collapsed}
        />
      )}
    </NavSection>
  );
}

function ChannelsLink({ collapsed }: { collapsed: boolean }) {
  const { page } = parseRoute(usePathname());
  return (
    <NavSection heading={messages.realtime} items={[hrefs.channels()]} isCurrent={() => false}>
      {(href) => (
        <NavLink
          key={href}
          href={href}
          current={page === 'channels' || page === 'channel'}
          icon={<RadioTower size={16} strokeWidth={1.75} aria-hidden />}
          label={messages.channels}
          collapsed={collapsed}
        />
      )}
    </NavSection>
  );
}
