import { LayoutDashboard, Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { useDashboards } from '@/data/dashboards/dashboards';
import { openNewDashboard } from '@/data/dashboards/open-new-dashboard';
import { hrefs } from '@/lib/routes';
import type { PaletteEntry } from './palette/palette.utils';
import { shellMessages } from './shell-messages';

const messages = shellMessages.dashboards;

/** Returns the palette entries of the dashboards, and the entry that creates a dashboard. */
export function useDashboardEntries(): PaletteEntry[] {
  const [, navigate] = useLocation();
  const { dashboards } = useDashboards();
  const entries = dashboards.map(
    ({ id, name }): PaletteEntry => ({
      id: ['dashboard', id].join(' '),
      group: messages.heading,
      label: name,
      keywords: messages.keywords,
      icon: <LayoutDashboard aria-hidden />,
      run: () => navigate(hrefs.dashboard(id)),
    }),
  );
  return [
    ...entries,
    {
      id: 'new-dashboard',
      group: messages.heading,
      label: messages.create,
      keywords: messages.keywords,
      icon: <Plus aria-hidden />,
      run: openNewDashboard,
    },
  ];
}
