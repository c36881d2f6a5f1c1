import { useQuery } from '@tanstack/react-query';
import {
  CircleUser,
  Eye,
  Keyboard,
  ListOrdered,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserCheck,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import { Avatar } from '@/components/marks/avatar';
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '@/components/overlays/menu';
import { toast } from '@/components/overlays/toast';
import { useSwitchAccount } from '@/features/auth/api/account-switching';
import { useSignOut } from '@/features/auth/api/auth-mutations';
import { parkedAccountsQuery, useUser, useWorkspace } from '@/lib/auth/session';
import { LazyDialog, lazyComponent } from '@/lib/browser/loading/lazy-loading';
import { setTheme, type Theme, themes } from '@/lib/browser/theme/theme';
import { themeLabels } from '@/lib/browser/theme/theme-messages';
import { useTheme } from '@/lib/browser/theme/use-theme';
import { hrefs } from '@/lib/routes';
import { openShortcutSheet } from '../palette/lazy-shortcut-sheet';
import { shellMessages } from '../shell-messages';
import type { CustomizeSidebarProps } from './customize-sidebar';
import styles from './user-bar.module.css';

const messages = shellMessages.account;

const CustomizeSidebar = lazyComponent<CustomizeSidebarProps>(
  async () => (await import('./customize-sidebar')).CustomizeSidebar,
);

/** The account menu and the theme menu at the end of the sidebar. */
export function UserBar({ collapsed }: { collapsed: boolean }) {
  const [isCustomizing, setCustomizing] = useState(false);
  return (
    <div className={styles.bar} data-collapsed={collapsed || undefined}>
      <UserMenu setCustomizing={setCustomizing} />
      <ThemeMenu />
      <LazyDialog open={isCustomizing}>
        <CustomizeSidebar open={isCustomizing} onOpenChange={setCustomizing} />
      </LazyDialog>
    </div>
  );
}

function UserMenu({ setCustomizing }: { setCustomizing: (open: boolean) => void }) {
  const user = useUser();
  const { demoAccounts, viewAs } = useWorkspace();
  const [, navigate] = useLocation();
  const name = user.name || messages.guest;
  const role = demoAccounts.find((account) => account.email === user.email)?.role ?? user.role;
  // In most projects, all users have the role "authenticated".
  const email = user.email === name ? '' : user.email;
  const detail = role === 'authenticated' ? email : role;
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={styles.user} aria-label={messages.menu(name, detail)}>
          <Avatar name={name} url={user.avatarUrl} decorative />
          <span className={styles.who}>
            <b dir="auto">{name}</b>
            {detail !== '' && <small>{detail}</small>}
          </span>
        </button>
      }
    >
      <MenuItem icon={<CircleUser aria-hidden />} onSelect={() => navigate(hrefs.account())}>
        {messages.account}
      </MenuItem>
      {user.isAnonymous && (
        <MenuItem icon={<UserCheck aria-hidden />} onSelect={() => navigate(hrefs.account())}>
          {messages.createAccount}
        </MenuItem>
      )}
      <MenuItem icon={<ListOrdered aria-hidden />} onSelect={() => setCustomizing(true)}>
        {shellMessages.customize.title}
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} keys="?" onSelect={openShortcutSheet}>
        {messages.shortcuts}
      </MenuItem>
      {viewAs.status === 'allowed' && (
        <MenuItem icon={<Eye aria-hidden />} onSelect={() => navigate(hrefs.viewAs())}>
          {messages.viewAs}
        </MenuItem>
      )}
      {/* While another user views the workspace as this user, only the banner ends that. */}
      {viewAs.status !== 'active' && (
        <>
          <MenuSeparator />
          <OtherAccounts />
          <MenuItem icon={<UserPlus aria-hidden />} onSelect={() => navigate(hrefs.addAccount())}>
            {messages.addAccount}
          </MenuItem>
          <MenuSeparator />
          <SignOutItem />
        </>
      )}
    </Menu>
  );
}

function SignOutItem() {
  const signOut = useSignOut();
  return (
    <MenuItem
      icon={<LogOut aria-hidden />}
      onSelect={() =>
        signOut.mutate('local', { onError: (error) => toast.error(error, messages.signOutFailed) })
      }
    >
      {messages.signOut}
    </MenuItem>
  );
}

/** Items that switch to the other accounts of this browser. */
function OtherAccounts() {
  const { data: accounts = [] } = useQuery(parkedAccountsQuery());
  const switchAccount = useSwitchAccount();
  return accounts.map(({ userId, name, email, avatarUrl }) => (
    <MenuItem
      key={userId}
      icon={<Avatar name={name} url={avatarUrl} size="sm" decorative />}
      aria-label={messages.switchTo(name, email)}
      onSelect={() =>
        switchAccount.mutate(userId, { onError: (error) => toast.error(error, messages.switchFailed) })
      }
    >
      <span dir="auto">{name}</span>
    </MenuItem>
  ));
}

const themeIcons: Record<Theme, typeof Sun> = { light: Sun, dark: Moon, system: Monitor };

function ThemeMenu() {
  const theme = useTheme();
  const Icon = themeIcons[theme];
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <IconButton label={messages.theme(themeLabels[theme])} side="top" icon={<Icon aria-hidden />} />
      }
    >
      <MenuRadioGroup value={theme} onValueChange={(value) => setTheme(value as Theme)}>
        {themes.map((name) => {
          const ItemIcon = themeIcons[name];
          return (
            <MenuRadioItem key={name} value={name} icon={<ItemIcon aria-hidden />}>
              {themeLabels[name]}
            </MenuRadioItem>
          );
        })}
      </MenuRadioGroup>
    </Menu>
  );
}
