import type { ReactNode } from 'react';
import { ConnectionBar } from '@/components/feedback/connection-bar';
import { Logo } from '@/components/marks/logo';
import { signInMessages as messages } from '../sign-in-messages';
import styles from './auth-layout.module.css';
import { SignInArt } from './sign-in-art';

export interface AuthLayoutProps {
  children: ReactNode;
  /** A line at the end of the page. */
  footer?: ReactNode;
}

/** The frame of the pages around sign-in: the product on the left, and the page's content on the right. */
export function AuthLayout({ children, footer }: AuthLayoutProps) {
  return (
    <div className={styles.page}>
      <ConnectionBar />
      <div className={styles.columns}>
        <aside className={styles.brand}>
          <p className={styles.product}>
            <Logo /> {messages.product}
          </p>
          <SignInArt />
          <p className={styles.tagline}>{messages.tagline}</p>
        </aside>
        <main className={styles.main}>
          <div className={styles.content}>{children}</div>
          <p className={styles.footer}>{footer}</p>
        </main>
      </div>
    </div>
  );
}

/** The heading of a page in an AuthLayout. */
export function AuthHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <h1 dir="auto">{title}</h1>
      {children && <p>{children}</p>}
    </header>
  );
}
