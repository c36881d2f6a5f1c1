import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import { ConfirmDialog } from '@/components/overlays/confirm-dialog';
import { toast } from '@/components/overlays/toast';
import type { Account } from '@/lib/api.gen';
import { useWorkspace } from '@/lib/auth/session';
import { hrefs } from '@/lib/routes';
import { useUnlinkIdentity } from '../../api/account-mutations';
import { passkeysQuery } from '../../passkeys/passkey-queries';
import { openProvider } from '../../providers/open-provider';
import { ProviderLogo } from '../../providers/provider-logo';
import { providerMessages } from '../../providers/provider-messages';
import { accountMessages } from '../account-messages';
import styles from '../account-page.module.css';
import { AccountLine, AccountSection } from '../account-section';

const messages = accountMessages.providers;

/** The auth service's name for the identity with email and password. */
const emailProvider = 'email';

const getName = (provider: string) =>
  provider === emailProvider ? messages.emailMethod : providerMessages.name(provider);

/** Lists the sign-in methods of the account. Connects and disconnects providers. */
export function ProvidersSection({ account }: { account: Account }) {
  const { signIn } = useWorkspace();
  const [removing, setRemoving] = useState<Account['identities'][number]>();
  const unlink = useUnlinkIdentity();
  const passkeys = useQuery({ ...passkeysQuery(), enabled: signIn.passkeys });
  const { identities } = account;
  const isOnly = identities.length === 1 && !passkeys.isLoading && !passkeys.data?.length;
  const connected = new Set(identities.map(({ provider }) => provider));
  const available = signIn.providers.filter((provider) => !connected.has(provider));
  if (identities.length === 0 && available.length === 0) return null;
  const removingName = getName(removing?.provider ?? '');
  const remove = () =>
    removing &&
    unlink.mutate(removing.id, {
      onSuccess: () => {
        setRemoving(undefined);
        toast.done(messages.disconnected);
      },
    });
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      {identities.map((identity) => (
        <IdentityLine
          key={identity.id}
          identity={identity}
          isOnlyMethod={isOnly}
          onDisconnect={identities.length > 1 ? () => setRemoving(identity) : undefined}
        />
      ))}
      {available.length > 0 && (
        <div className={styles.buttons}>
          {available.map((provider) => (
            <Button
              key={provider}
              icon={<ProviderLogo provider={provider} />}
              onClick={() => openProvider(provider, hrefs.account(), { link: 1 })}
            >
              {messages.connect(getName(provider))}
            </Button>
          ))}
        </div>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        onOpenChange={(open) => {
          if (open) return;
          setRemoving(undefined);
          unlink.reset();
        }}
        title={messages.disconnectTitle(removingName)}
        confirmLabel={messages.confirm}
        pending={unlink.isPending}
        error={unlink.error}
        onConfirm={remove}
      >
        {messages.disconnectHint(removingName)}
      </ConfirmDialog>
    </AccountSection>
  );
}

interface IdentityLineProps {
  identity: Account['identities'][number];
  /** Whether the account has no other sign-in method. */
  isOnlyMethod: boolean;
  /** Undefined if the method can't be disconnected. */
  onDisconnect: (() => void) | undefined;
}

/** A sign-in method of the account, with the button that disconnects it. */
function IdentityLine({ identity, isOnlyMethod, onDisconnect }: IdentityLineProps) {
  return (
    <AccountLine
      icon={
        identity.provider === emailProvider ? (
          <Mail aria-hidden />
        ) : (
          <ProviderLogo provider={identity.provider} />
        )
      }
      title={getName(identity.provider)}
      detail={isOnlyMethod ? `${identity.email} · ${messages.only}` : identity.email}
    >
      {onDisconnect && (
        <Button size="sm" aria-label={messages.disconnect(getName(identity.provider))} onClick={onDisconnect}>
          {messages.confirm}
        </Button>
      )}
    </AccountLine>
  );
}
