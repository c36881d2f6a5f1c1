import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Avatar } from '@/components/marks/avatar';
import { parkedAccountsQuery } from '@/lib/auth/session';
import { hrefs } from '@/lib/routes';
import { useRemoveAccount, useSwitchAccount } from '../api/account-switching';
import { accountMessages } from './account-messages';
import styles from './account-page.module.css';
import { AccountLine, AccountSection } from './account-section';

const messages = accountMessages.accounts;

/** Lists the other accounts that are signed in in this browser. */
export function AccountsSection() {
  const [, navigate] = useLocation();
  const accounts = useQuery(parkedAccountsQuery());
  const switchAccount = useSwitchAccount();
  const remove = useRemoveAccount();
  const error = switchAccount.error ?? remove.error;
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      {error && <ErrorNotice error={error} />}
      {accounts.data?.map(({ userId, name, email, avatarUrl }) => (
        <AccountLine
          key={userId}
          icon={<Avatar name={name} url={avatarUrl} decorative />}
          title={name}
          detail={email}
        >
          <Button
            size="sm"
            aria-label={messages.switchTo(name)}
            pending={switchAccount.isPending && switchAccount.variables === userId}
            onClick={() => switchAccount.mutate(userId)}
          >
            {messages.switch}
          </Button>
          <Button
            size="sm"
            aria-label={messages.signOutOf(name)}
            pending={remove.isPending && remove.variables === userId}
            onClick={() => remove.mutate(userId)}
          >
            {accountMessages.signOut}
          </Button>
        </AccountLine>
      ))}
      <Button
        className={styles.action}
        icon={<UserPlus aria-hidden />}
        onClick={() => navigate(hrefs.addAccount())}
      >
        {messages.add}
      </Button>
    </AccountSection>
  );
}
