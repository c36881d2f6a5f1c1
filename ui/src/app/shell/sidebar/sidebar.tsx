import { useQuery } from '@tanstack/react-query';
import { FolderLock, Images, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Fragment } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import { Kbd } from '@/components/kbd';
import { Logo } from '@/components/logo';
import { Tooltip } from '@/components/overlays/tooltip';
import type { Bucket, Table } from '@/lib/api.gen';
import { bucketsQuery } from '@/lib/files/buckets';
import { formatCompact, formatPlural } from '@/lib/format';
import { isOutage } from '@/lib/retry-failed-queries';
import { hrefs, parseRoute } from '@/lib/routes';
import { useSchema, useWorkspace } from '@/lib/session';
import { NavPlaceholder } from '../nav-placeholder';
import { NavLink } from './nav-link';
import { NavSection } from './nav-section';
import styles from './sidebar.module.css';
import { groupTables } from './sidebar.utils';
import { TableIcon } from './table-icon';
import { UserBar } from './user-bar';
import { ViewLinks } from './view-links';

export interface SidebarProps {
  /** Icons only. */
  collapsed: boolean;
  /** Absent in a drawer, which closes instead. */
  onCollapsedChange?: (collapsed: boolean) => void;
  onSearch: () => void;
}

/** Every page that the signed-in role can reach. */
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
            label={collapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
            keys="mod+b"
            side="right"
            icon={collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
            className={styles.collapse}
            onClick={() => onCollapsedChange(!collapsed)}
          />
        )}
      </div>
      <SearchButton collapsed={collapsed} onClick={onSearch} />
      <nav aria-label="Pages" className={styles.pages}>
        <Tables collapsed={collapsed} />
        <Buckets collapsed={collapsed} />
      </nav>
      <UserBar collapsed={collapsed} />
    </div>
  );
}

function SearchButton({ collapsed, onClick }: { collapsed: boolean; onClick: () => void }) {
  const button = (
    <button type="button" className={styles.search} onClick={onClick} aria-label="Search or jump to">
      <Search size={14} aria-hidden />
      <span className={styles.label}>Search or jump to…</span>
      <Kbd keys="mod+k" aria-hidden />
    </button>
  );
  if (!collapsed) return button;
  return (
    <Tooltip content="Search or jump to" keys="mod+k" side="right">
      {button}
    </Tooltip>
  );
}

function Tables({ collapsed }: { collapsed: boolean }) {
  const schema = useSchema();
  const route = parseRoute(useLocation()[0]);
  const isCurrent = (table: Table) =>
    route.page === 'table' && route.schema === table.schema && route.table === table.name;
  return groupTables(schema).map((group) => (
    <NavSection key={group.heading} heading={group.heading} items={group.tables} isCurrent={isCurrent}>
      {(table) => (
        <Fragment key={table.name}>
          <NavLink
            href={hrefs.table(table.schema, table.name)}
            current={isCurrent(table)}
            icon={<TableIcon table={table} />}
            label={table.title}
            count={formatEstimate(table)}
            collapsed={collapsed}
          />
          {isCurrent(table) && !collapsed && <ViewLinks table={table} />}
        </Fragment>
      )}
    </NavSection>
  ));
}

/** The planner's estimate: exact enough to be shown bare while small, said to be about so many when large. */
function formatEstimate({ estimatedRows }: Table) {
  if (estimatedRows === null) return undefined;
  const short = formatCompact(estimatedRows);
  return {
    short: estimatedRows < 10_000 ? short : `≈${short}`,
    full: `about ${formatPlural(estimatedRows, 'row')}`,
  };
}

function Buckets({ collapsed }: { collapsed: boolean }) {
  const { data: buckets, error, errorUpdateCount, refetch } = useQuery(bucketsQuery());
  const route = parseRoute(useLocation()[0]);
  // Also while a retry that the user asked for is running.
  if (!buckets && errorUpdateCount > 0 && (error === null || isOutage(error))) {
    return (
      <NavSection heading="Files" items={['files']} isCurrent={() => false}>
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
    <NavSection heading="Files" items={buckets} isCurrent={isCurrent}>
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
          label={bucket.name}
          collapsed={collapsed}
        />
      )}
    </NavSection>
  );
}
