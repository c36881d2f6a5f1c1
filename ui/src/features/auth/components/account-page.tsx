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
import styles from './account-page.module.css';

/** Who is signed in, and how Tableside looks for them. */
export function AccountPage() {
  const user = useUser();
  const workspace = useWorkspace();
  const { role } = useSchema();
  const signOut = useSignOut();
  useDocumentTitle('Account');
  return (
    <>
      <PageHeader title="Account" />
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
            Sign out
          </Button>
        </section>
        {signOut.isError && <ErrorNotice error={signOut.error} title="You are still signed in." />}
        <dl className={styles.details}>
          <DetailItem name="Database role">
            <code>{role}</code>
          </DetailItem>
          <DetailItem name="User id">
            <code>{user.id}</code>
          </DetailItem>
          <DetailItem name="Workspace">{workspace.name}</DetailItem>
          <DetailItem name="Backend">
            {workspace.mode === 'local' ? 'embedded, on this server' : 'Supabase'}
          </DetailItem>
          <DetailItem name="Version">
            {workspace.version}
            {workspace.commit && ` (${workspace.commit.slice(0, 10)})`}
          </DetailItem>
        </dl>
        <ThemeField />
        <ZoneField />
        <section className={styles.about} aria-labelledby="about-heading">
          <h2 id="about-heading">About</h2>
          <p>Tableside {workspace.version} is open-source software under the Apache 2.0 license.</p>
          <a href="/THIRD_PARTY_NOTICES.txt" target="_blank" rel="noreferrer">
            Third-party license notices
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
    <Field
      label="Time zone"
      help="Times are shown and entered in it. Kept on this device."
      className={styles.zone}
    >
      <ZoneSelect />
    </Field>
  );
}

function ThemeField() {
  const theme = useTheme();
  return (
    <fieldset className={styles.themes}>
      <legend>Theme</legend>
      {themes.map((name) => (
        <label key={name} className={styles.theme}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => setTheme(name)} />
          {themeLabels[name]}
        </label>
      ))}
    </fieldset>
  );
}
