import { useGuestSignIn } from '../../api/auth-mutations';
import { AuthError } from '../../form/auth-error';
import { ThrottledButton } from '../../form/throttled-button';
import { PasskeySignIn } from '../../passkeys/passkey-sign-in';
import { getCurrentPath, openProvider, openProviderWindow } from '../../providers/open-provider';
import { ProviderButtons } from '../../providers/provider-buttons';
import { AccountList } from '../accounts/account-list';
import { ParkedAccounts } from '../accounts/parked-accounts';
import { useSignInFlow } from '../sign-in-flow';
import styles from '../sign-in-form.module.css';
import { signInMessages as messages } from '../sign-in-messages';
import { EmailForm } from './email-form';

/** Offers the demo's accounts, the providers, the email address and a guest account, as far as the workspace allows them. */
export function StartStep() {
  const { workspace, goTo, previousUser, options, signIn } = useSignInFlow();
  const { demoAccounts, signIn: methods } = workspace;
  const hasEmail = methods.password || methods.emailCode;
  const hasProviders = methods.providers.length > 0;
  if (!hasEmail && !hasProviders && !methods.passkeys && !methods.anonymous)
    return <p className={styles.note}>{messages.noMethods}</p>;
  const isPasskeyFirst = previousUser?.signInMethod === 'passkey';
  const passkey = methods.passkeys && (
    <PasskeySignIn options={options} hasSuggestions={methods.captcha === null} />
  );
  const chooseProvider = (provider: string) => {
    if (previousUser) openProviderWindow(provider);
    else if (options.isAdding) openProvider(provider, '/', { add: 1 });
    else openProvider(provider, getCurrentPath());
  };
  return (
    <>
      {signIn.error && <AuthError error={signIn.error} />}
      {!previousUser && !options.isAdding && <ParkedAccounts />}
      {demoAccounts.length > 0 && (
        <AccountList
          {...messages.demoAccounts}
          accounts={demoAccounts.map(({ email, name, role, about }) => ({
            id: email,
            name,
            role,
            detail: about,
          }))}
          pendingId={signIn.isPending ? signIn.variables.email : null}
          onChoose={(id) => {
            const account = demoAccounts.find(({ email }) => email === id);
            if (account) signIn.mutate({ email: account.email, password: account.password });
          }}
        />
      )}
      {isPasskeyFirst && passkey}
      {hasProviders && <ProviderButtons providers={methods.providers} onChoose={chooseProvider} />}
      {hasProviders && hasEmail && <p className={styles.divider}>{messages.or}</p>}
      {hasEmail && <EmailForm />}
      {!isPasskeyFirst && passkey}
      {methods.anonymous && !previousUser && <GuestButton />}
      {methods.signUp && !previousUser && (
        <p className={styles.note}>
          {messages.signUpQuestion}{' '}
          <button type="button" className={styles.link} onClick={() => goTo('sign-up')}>
            {messages.signUp}
          </button>
        </p>
      )}
    </>
  );
}

function GuestButton() {
  const { options } = useSignInFlow();
  const guest = useGuestSignIn(options);
  return (
    <div className={styles.fields}>
      {guest.error && <AuthError error={guest.error} />}
      <ThrottledButton size="lg" pending={guest.isPending} error={guest.error} onClick={() => guest.mutate()}>
        {messages.continueAsGuest}
      </ThrottledButton>
    </div>
  );
}
