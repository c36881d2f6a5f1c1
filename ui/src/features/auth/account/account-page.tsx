import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '@/components/avatar';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { ZoneSelect } from '@/components/fields/zone-select';
import { PageHeader } from '@/components/page-header';
import { setTheme, themeLabels, themes } from '@/lib/browser/theme';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { useTheme } from '@/lib/browser/use-theme';
import { useSchema, useUser, useWorkspace } from '@/lib/session';
import { useSignOut } from '../api/auth-mutations';
import { authMessages } from '../auth-messages';
import styles from './account-page.module.css';

const messages = authMessages.account;

/** Length of the abbreviated commit hash. */
const commitLength = 10;

/** Shows the signed-in user, the workspace's details and this device's settings. */
export function AccountPage() {
  const user = useUser();
  const workspace = useWorkspace();
  const { role } = useSchema();
  const signOut = useSignOut();
  useDocumentTitle(messages.title);
  return (
    <>
      <PageHeader title={messages.title} />
      <div className={styles.page}>
        <section className={styles.user}>
          <Avatar name={user.name} size="lg" decorative />
          <div>
            <h2 dir="auto">{user.name}</h2>
            <p>{user.email}</p>
          </div>
          <Button
            icon={<LogOut aria-hidden />}
            pending={signOut.isPending}
            onClick={() => signOut.mutate()}
            className={styles.signOut}
          >
            {messages.signOut}
          </Button>
        </section>
        {signOut.isError && <ErrorNotice error={signOut.error} title={messages.signOutFailed} />}
        <dl className={styles.details}>
          <DetailItem name={messages.role}>
            <code>{role}</code>
          </DetailItem>
          <DetailItem name={messages.userId}>
            <code>{user.id}</code>
          </DetailItem>
          <DetailItem name={messages.workspace}>{workspace.name}</DetailItem>
          <DetailItem name={messages.backend}>
            {workspace.mode === 'local' ? messages.localBackend : messages.supabaseBackend}
          </DetailItem>
          <DetailItem name={messages.version}>
            {workspace.commit
              ? messages.versionWithCommit(workspace.version, workspace.commit.slice(0, commitLength))
              : workspace.version}
          </DetailItem>
        </dl>
        <ThemeField />
        <ZoneField />
        <section className={styles.about} aria-labelledby="about-heading">
          <h2 id="about-heading">{messages.about}</h2>
          <p>{messages.license(workspace.version)}</p>
          <a href="/THIRD_PARTY_NOTICES.txt" target="_blank" rel="noreferrer">
            {messages.thirdPartyLicenses}
          </a>
        </section>
      </div>
    </>
  );
}

function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ZoneField() {
  return (
    <Field label={messages.timeZone} help={messages.timeZoneHelp} className={styles.zone}>
      <ZoneSelect />
    </Field>
  );
}

function ThemeField() {
  const theme = useTheme();
  return (
    <fieldset className={styles.themes}>
      <legend>{messages.theme}</legend>
      {themes.map((name) => (
        <label key={name} className={styles.theme}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => setTheme(name)} />
          {themeLabels[name]}
        </label>
      ))}
    </fieldset>
  );
}
