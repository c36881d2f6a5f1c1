import { ArrowRight } from 'lucide-react';
import { Avatar } from '@/components/avatar';
import { Spinner } from '@/components/feedback/spinner';
import type { DemoAccount } from '@/lib/api.gen';
import { authMessages } from '../auth-messages';
import styles from './demo-accounts.module.css';

const messages = authMessages.demoAccounts;

export interface DemoAccountsProps {
  accounts: readonly DemoAccount[];
  /** E-mail address of the account that is being signed in. */
  pendingEmail: string | null;
  onChoose: (account: DemoAccount) => void;
}

/** Lists the demo's accounts; a click signs in. The server sends them only in the demo. */
export function DemoAccounts({ accounts, pendingEmail, onChoose }: DemoAccountsProps) {
  return (
    <section aria-labelledby="demo-accounts" className={styles.demo}>
      <h2 id="demo-accounts" className={styles.heading}>
        {messages.heading}
      </h2>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button
              type="button"
              className={styles.card}
              disabled={pendingEmail !== null}
              onClick={() => onChoose(account)}
            >
              <Avatar name={account.name} decorative />
              <span className={styles.text}>
                <span className={styles.identity}>
                  <b>{account.name}</b> <span className={styles.role}>{account.role}</span>
                </span>
                <span className={styles.description}>{account.about}</span>
              </span>
              {pendingEmail === account.email ? (
                <Spinner label={messages.signingIn} />
              ) : (
                <ArrowRight size={16} aria-hidden className={styles.arrow} />
              )}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.divider}>
        <span>{messages.divider}</span>
      </p>
    </section>
  );
}
