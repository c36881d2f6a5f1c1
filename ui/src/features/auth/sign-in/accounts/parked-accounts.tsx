import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { parkedAccountsQuery } from '@/lib/auth/session';
import { useSwitchAccount } from '../../api/account-switching';
import { signInMessages } from '../sign-in-messages';
import { AccountList } from './account-list';

const messages = signInMessages.parkedAccounts;

/** Lists the accounts that are still signed in in this browser after the current one was signed out; a click opens one. */
export function ParkedAccounts() {
  const { data = [] } = useQuery(parkedAccountsQuery());
  const switchAccount = useSwitchAccount();
  if (data.length === 0) return null;
  return (
    <>
      {switchAccount.error && <ErrorNotice error={switchAccount.error} />}
      <AccountList
        heading={messages.heading}
        divider={messages.divider}
        accounts={data.map(({ userId, name, email, role, avatarUrl }) => ({
          id: userId,
          name,
          role,
          detail: email,
          avatarUrl,
        }))}
        pendingId={switchAccount.isPending ? switchAccount.variables : null}
        onChoose={(userId) => switchAccount.mutate(userId)}
      />
    </>
  );
}
