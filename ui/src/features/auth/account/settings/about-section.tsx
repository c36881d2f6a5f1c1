import { useWorkspace } from '@/lib/auth/session';
import { accountMessages } from '../account-messages';
import styles from '../account-page.module.css';
import { AccountDetails, AccountSection } from '../account-section';

const messages = accountMessages.about;

/** Length of the abbreviated commit hash. */
const commitLength = 10;

/** Shows the workspace, the software's version and its licenses. */
export function AboutSection() {
  const { name, mode, version, commit } = useWorkspace();
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      <AccountDetails
        items={[
          [messages.workspace, name],
          [messages.backend, mode === 'local' ? messages.localBackend : messages.supabaseBackend],
          [
            messages.version,
            commit ? messages.versionWithCommit(version, commit.slice(0, commitLength)) : version,
          ],
        ]}
      />
      <div className={styles.license}>
        <p>{messages.license(version)}</p>
        <a href="/THIRD_PARTY_NOTICES.txt" target="_blank" rel="noreferrer">
          {messages.thirdPartyLicenses}
        </a>
      </div>
    </AccountSection>
  );
}
