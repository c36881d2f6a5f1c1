import { Copy, Ellipsis, Link2, Pencil, Trash2, Upload, Users } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/overlays/menu';
import { dashboardMessages } from './dashboard-messages';
import type { DashboardActions, DashboardDialog } from './use-dashboard-actions';

const messages = dashboardMessages.menu;

/** The menu with the actions on a dashboard. Actions that the user can't do are omitted. */
export function DashboardMenu({ actions }: { actions: DashboardActions }) {
  const opensDialog = useRef(false);
  const { dashboard, storage } = actions;
  const isInProject = dashboard.view.row !== undefined;
  const open = (dialog: DashboardDialog) => () => {
    opensDialog.current = true;
    actions.setDialog(dialog);
  };
  return (
    <Menu
      align="end"
      // The dialog takes the focus; the menu must not return it to its button.
      onCloseAutoFocus={(event) => {
        if (opensDialog.current) event.preventDefault();
        opensDialog.current = false;
      }}
      trigger={<IconButton label={messages.label} icon={<Ellipsis aria-hidden />} />}
    >
      {dashboard.isOwn && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={open('rename')}>
          {messages.rename}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={open('duplicate')}>
        {messages.duplicate}
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden />} onSelect={actions.copyLink}>
        {messages.copyLink}
      </MenuItem>
      {dashboard.isOwn && isInProject && (
        <MenuItem icon={<Users aria-hidden />} onSelect={open('share')}>
          {messages.share}
        </MenuItem>
      )}
      {dashboard.isOwn && !isInProject && storage.canSaveToProject && (
        <MenuItem icon={<Upload aria-hidden />} onSelect={actions.moveToProject}>
          {messages.moveToProject}
        </MenuItem>
      )}
      {dashboard.isOwn && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={open('delete')}>
            {messages.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
