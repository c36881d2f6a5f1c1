import { Monitor, MonitorSmartphone, MonitorX } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { toast } from '@/components/overlays/toast';
import type { Account, SignOutScope } from '@/lib/api.gen';
import { formatDateTime } from '@/lib/text/format';
import { useSignOut } from '../../api/auth-mutations';
import { accountMessages } from '../account-messages';
import styles from '../account-page.module.css';
import { AccountLine, AccountSection } from '../account-section';
import { parseSession } from './parse-session';

const messages = accountMessages.sessions;

/** Shows this session. Ends it, the user's other sessions, or all: users can't request a list of their sessions. */
export function SessionsSection({ account }: { account: Account | undefined }) {
  const signOut = useSignOut();
  const run = (scope: SignOutScope) =>
    signOut.mutate(scope, {
      onSuccess: () => {
        if (scope === 'others') toast.done(messages.othersDone);
      },
    });
  const isPending = (scope: SignOutScope) => signOut.isPending && signOut.variables === scope;
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      {signOut.error && <ErrorNotice error={signOut.error} title={accountMessages.signOutFailed} />}
      <AccountLine
        icon={<Monitor aria-hidden />}
        title={messages.current}
        detail={account && formatSession(account.claims)}
      >
        <Button pending={isPending('local')} onClick={() => run('local')}>
          {messages.here}
        </Button>
      </AccountLine>
      <p className={styles.note}>{messages.unlisted}</p>
      <AccountLine
        icon={<MonitorSmartphone aria-hidden />}
        title={messages.others}
        detail={messages.othersHint}
      >
        <Button pending={isPending('others')} onClick={() => run('others')}>
          {messages.others}
        </Button>
      </AccountLine>
      <AccountLine
        icon={<MonitorX aria-hidden />}
        title={messages.everywhere}
        detail={messages.everywhereHint}
      >
        <Button pending={isPending('global')} onClick={() => run('global')}>
          {messages.everywhere}
        </Button>
      </AccountLine>
    </AccountSection>
  );
}

/** Returns when and how the user signed in: "Signed in 5 Jun 2026, 10:02 with your password and an authenticator app". */
function formatSession(claims: Account['claims']): string | undefined {
  const { signedInAt, methods } = parseSession(claims);
  if (!signedInAt) return undefined;
  const names = accountMessages.methods(methods.map(accountMessages.signInMethod));
  return messages.signedIn(formatDateTime(signedInAt), names);
}
