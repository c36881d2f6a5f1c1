import { useEffect } from 'react';
import { OfflineBar } from '@/components/feedback/offline-bar';
import { Logo } from '@/components/logo';
import type { Workspace } from '@/lib/api.gen';
import { SignInArt } from './sign-in-art';
import { SignInForm } from './sign-in-form';
import styles from './sign-in-page.module.css';

/** The whole page for who isn't signed in. It keeps the address, so signing in leads to what was asked for. */
export function SignInPage({ workspace }: { workspace: Workspace }) {
  useEffect(() => {
    document.title = `Sign in · ${workspace.name}`;
  }, [workspace.name]);
  const demo = workspace.demoAccounts.length > 0;
  return (
    <div className={styles.page}>
      <OfflineBar />
      <div className={styles.columns}>
        <aside className={styles.brand}>
          <p className={styles.product}>
            <Logo /> Tableside
          </p>
          <SignInArt />
          <p className={styles.tagline}>
            Work with the data itself, as yourself. You see and change exactly what your role allows.
          </p>
        </aside>
        <main className={styles.main}>
          <div className={styles.form}>
            <header className={styles.header}>
              <h1 dir="auto">{workspace.name}</h1>
              <p>
                {demo
                  ? 'A demo workspace. Its people share one password; nothing here is real.'
                  : 'Sign in to your workspace.'}
              </p>
            </header>
            <SignInForm workspace={workspace} />
          </div>
          <p className={styles.version}>Tableside {workspace.version}</p>
        </main>
      </div>
    </div>
  );
}
