import { LayoutDashboard, Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { Tooltip } from '@/components/overlays/tooltip';
import { type Dashboard, useDashboards } from '@/data/dashboards/dashboards';
import { openNewDashboard } from '@/data/dashboards/open-new-dashboard';
import { useSchema, useWorkspace } from '@/lib/auth/session';
import { isOutage } from '@/lib/requests/retry-failed-queries';
import { hrefs, parseRoute } from '@/lib/routes';
import { NavPlaceholder } from '../nav-placeholder';
import { shellMessages } from '../shell-messages';
import { NavLink } from './nav-link';
import { NavSection } from './nav-section';
import styles from './sidebar.module.css';
import { findOnlyTable } from './sidebar.utils';

const messages = shellMessages.dashboards;

/** Number of links before "Show more". */
const initialCount = 8;

type Item = Dashboard | 'unavailable' | 'new';

/**
 * Links to the dashboards, and the button that creates one. Nothing for a user without tables or with only one; no button
 * while the workspace is viewed as another user, who can't change anything.
 */
export function DashboardLinks({ collapsed }: { collapsed: boolean }) {
  const route = parseRoute(useLocation()[0]);
  const { dashboards, error, retry } = useDashboards();
  const schema = useSchema();
  const hasFewTables = schema.tables.length === 0 || findOnlyTable(schema) !== undefined;
  const isReadOnly = useWorkspace().viewAs.status === 'active';
  if (hasFewTables && dashboards.length === 0) return null;
  const isCurrent = (item: Item) =>
    typeof item === 'string' || (route.page === 'dashboard' && route.id === item.id);
  const items: Item[] = [
    ...dashboards,
    ...(isOutage(error) ? (['unavailable'] as const) : []),
    ...(isReadOnly ? [] : (['new'] as const)),
  ];
  return (
    <NavSection heading={messages.heading} items={items} isCurrent={isCurrent} initialCount={initialCount}>
      {(item) => {
        if (item === 'new') return <NewDashboardButton key={item} collapsed={collapsed} />;
        if (item === 'unavailable') {
          return (
            <li key={item}>
              <NavPlaceholder content={messages.content} collapsed={collapsed} onRetry={retry} />
            </li>
          );
        }
        return (
          <NavLink
            key={item.id}
            href={hrefs.dashboard(item.id)}
            current={isCurrent(item)}
            icon={<LayoutDashboard size={16} strokeWidth={1.75} aria-hidden />}
            label={item.name}
            collapsed={collapsed}
          />
        );
      }}
    </NavSection>
  );
}

function NewDashboardButton({ collapsed }: { collapsed: boolean }) {
  const button = (
    <button type="button" className={styles.link} onClick={openNewDashboard}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{messages.create}</span>
    </button>
  );
  return (
    <li>
      {collapsed ? (
        <Tooltip content={messages.create} side="right">
          {button}
        </Tooltip>
      ) : (
        button
      )}
    </li>
  );
}
