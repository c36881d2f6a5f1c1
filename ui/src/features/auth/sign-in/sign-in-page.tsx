import { useEffect } from 'react';
import { OfflineBar } from '@/components/feedback/offline-bar';
import { Logo } from '@/components/logo';
import type { Workspace } from '@/lib/api.gen';
import { authMessages } from '../auth-messages';
import { SignInArt } from './sign-in-art';
import { SignInForm } from './sign-in-form';
import styles from './sign-in-page.module.css';

const messages = authMessages.signIn;

/** Asks for sign-in in place of any page. The URL does not change, so the requested page opens afterwards. */
export function SignInPage({ workspace }: { workspace: Workspace }) {
  useEffect(() => {
    document.title = messages.documentTitle(workspace.name);
  }, [workspace.name]);
  const isDemo = workspace.demoAccounts.length > 0;
  return (
    <div className={styles.page}>
      <OfflineBar />
      <div className={styles.columns}>
        <aside className={styles.brand}>
          <p className={styles.product}>
            <Logo /> {messages.product}
          </p>
          <SignInArt />
          <p className={styles.tagline}>{messages.tagline}</p>
        </aside>
        <main className={styles.main}>
          <div className={styles.form}>
            <header className={styles.header}>
              <h1 dir="auto">{workspace.name}</h1>
              <p>{isDemo ? messages.demoIntroduction : messages.introduction}</p>
            </header>
            <SignInForm workspace={workspace} />
          </div>
          <p className={styles.version}>{messages.productVersion(workspace.version)}</p>
        </main>
      </div>
    </div>
  );
}
