import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Spinner } from '@/components/feedback/spinner';
import { Avatar } from '@/components/marks/avatar';
import { signInMessages as messages } from '../sign-in-messages';
import styles from './account-list.module.css';

export interface ListedAccount {
  id: string;
  name: string;
  role: string;
  detail: string;
  avatarUrl?: string;
}

export interface AccountListProps {
  heading: string;
  /** The text between the list and the other ways to sign in. */
  divider: string;
  accounts: readonly ListedAccount[];
  /** The account that is being opened. */
  pendingId: string | null;
  onChoose: (id: string) => void;
}

/** Accounts that a click opens. */
export function AccountList({ heading, divider, accounts, pendingId, onChoose }: AccountListProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.accounts}>
      <h2 id={headingId} className={styles.heading}>
        {heading}
      </h2>
      <ul className={styles.list}>
        {accounts.map(({ id, name, role, detail, avatarUrl }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.card}
              disabled={pendingId !== null}
              onClick={() => onChoose(id)}
            >
              <Avatar name={name} url={avatarUrl} decorative />
              <span className={styles.text}>
                <span className={styles.identity}>
                  <b dir="auto">{name}</b> <span className={styles.role}>{role}</span>
                </span>
                <span className={styles.description}>{detail}</span>
              </span>
              {pendingId === id ? (
                <Spinner label={messages.signingIn} />
              ) : (
                <ArrowRight size={16} aria-hidden className={styles.arrow} />
              )}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.divider}>
        <span>{divider}</span>
      </p>
    </section>
  );
}
