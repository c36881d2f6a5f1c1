import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '@/components/avatar';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { ZoneSetting } from '@/components/fields/zone-choice';
import { PageHeader } from '@/components/page-header';
import { setTheme, themeNames, themes } from '@/lib/browser/theme';
import { useTheme } from '@/lib/browser/use-theme';
import { useTitle } from '@/lib/browser/use-title';
import { useSchema, useUser, useWorkspace } from '@/lib/session';
import { useSignOut } from '../api/session';
import styles from './account-page.module.css';

/** Who is signed in, and how Tableside looks for them. */
export function AccountPage() {
  const user = useUser();
  const workspace = useWorkspace();
  const { role } = useSchema();
  const signOut = useSignOut();
  useTitle('Account');
  return (
    <>
      <PageHeader title="Account" />
      <div className={styles.page}>
        <section className={styles.person}>
          <Avatar name={user.name} size="lg" decorative />
          <div>
            <h2 dir="auto">{user.name}</h2>
            <p>{user.email}</p>
          </div>
          <Button
            icon={<LogOut aria-hidden />}
            pending={signOut.isPending}
            onClick={() => signOut.mutate()}
            className={styles.out}
          >
            Sign out
          </Button>
        </section>
        {signOut.isError && <ErrorNotice error={signOut.error} title="You are still signed in." />}
        <dl className={styles.facts}>
          <Fact name="Database role">
            <code>{role}</code>
          </Fact>
          <Fact name="User id">
            <code>{user.id}</code>
          </Fact>
          <Fact name="Workspace">{workspace.name}</Fact>
          <Fact name="Backend">{workspace.mode === 'local' ? 'embedded, on this server' : 'Supabase'}</Fact>
          <Fact name="Version">
            {workspace.version}
            {workspace.commit && ` (${workspace.commit.slice(0, 10)})`}
          </Fact>
        </dl>
        <ThemeChoice />
        <ZoneChoice />
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ZoneChoice() {
  return (
    <Field
      label="Time zone"
      help="Times are shown and entered in it. Kept on this device."
      className={styles.zone}
    >
      <ZoneSetting />
    </Field>
  );
}

function ThemeChoice() {
  const theme = useTheme();
  return (
    <fieldset className={styles.themes}>
      <legend>Theme</legend>
      {themes.map((name) => (
        <label key={name} className={styles.theme}>
          <input type="radio" name="theme" checked={theme === name} onChange={() => setTheme(name)} />
          {themeNames[name]}
        </label>
      ))}
    </fieldset>
  );
}
