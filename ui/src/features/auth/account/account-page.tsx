import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Skeleton } from '@/components/feedback/skeleton';
import { Avatar } from '@/components/marks/avatar';
import { PageHeader } from '@/components/page-header';
import type { Account } from '@/lib/api.gen';
import { useUser } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { accountQuery } from '../api/account-queries';
import { PasskeysSection } from '../passkeys/passkeys-section';
import { ViewAsSection } from '../view-as/view-as-section';
import { accountMessages as messages } from './account-messages';
import styles from './account-page.module.css';
import { AccountsSection } from './accounts-section';
import { FactorsSection } from './factors-section';
import { PasswordSection } from './password/password-section';
import { EmailSection } from './profile/email-section';
import { ProfileSection } from './profile/profile-section';
import { ProvidersSection } from './profile/providers-section';
import { UpgradeSection } from './profile/upgrade-section';
import { SessionsSection } from './sessions/sessions-section';
import { AboutSection } from './settings/about-section';
import { AccessSection } from './settings/access-section';
import { AppearanceSection } from './settings/appearance-section';

/** Shows and changes the signed-in user's account and this device's settings. */
export function AccountPage() {
  const user = useUser();
  const name = user.name || messages.guest;
  const account = useQuery(accountQuery());
  useDocumentTitle(messages.title);
  return (
    <>
      <PageHeader title={messages.title} />
      <div className={styles.page}>
        <div className={styles.column}>
          <header className={styles.user}>
            <Avatar name={name} url={user.avatarUrl} size="lg" decorative />
            <div>
              <h2 dir="auto">{name}</h2>
              <p dir="auto">{user.isAnonymous ? messages.guestHint : user.email}</p>
            </div>
          </header>
          {user.isAnonymous && <UpgradeSection />}
          {account.isError && (
            <ErrorNotice
              error={account.error}
              title={messages.notLoaded}
              onRetry={() => void account.refetch()}
              retrying={account.isFetching}
              className={styles.error}
            />
          )}
          {account.isPending && <AccountSkeleton />}
          {account.data && !user.isAnonymous && <CredentialSections account={account.data} />}
          <SessionsSection account={account.data} />
          <AccountsSection />
          <ViewAsSection />
          <AppearanceSection />
          {account.data && <AccessSection account={account.data} />}
          <AboutSection />
        </div>
      </div>
    </>
  );
}

/** The sections that only users with an account have. */
function CredentialSections({ account }: { account: Account }) {
  return (
    <>
      <ProfileSection />
      <EmailSection account={account} />
      <PasswordSection account={account} />
      <ProvidersSection account={account} />
      <PasskeysSection />
      <FactorsSection />
    </>
  );
}

const skeletonSections = ['profile', 'email', 'password'];

function AccountSkeleton() {
  return skeletonSections.map((name) => (
    <div key={name} className={styles.skeleton}>
      <Skeleton width={120} />
      <Skeleton width={280} height={32} />
    </div>
  ));
}
