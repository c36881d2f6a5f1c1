import { LogOut, MonitorSmartphone, MonitorX } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { toast } from '@/components/overlays/toast';
import type { SignOutScope } from '@/lib/api.gen';
import { useSignOut } from '../api/auth-mutations';
import { accountMessages } from './account-messages';
import { AccountLine, AccountSection } from './account-section';

const messages = accountMessages.sessions;

/** Ends this session, the user's other sessions, or all. */
export function SessionsSection() {
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
      <AccountLine icon={<LogOut aria-hidden />} title={messages.here} detail={messages.hereHint}>
        <Button pending={isPending('local')} onClick={() => run('local')}>
          {messages.here}
        </Button>
      </AccountLine>
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
