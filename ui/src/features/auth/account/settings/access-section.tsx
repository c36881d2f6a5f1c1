import { Check, Minus, ShieldCheck } from 'lucide-react';
import type { Account, Table, TablePrivileges } from '@/lib/api.gen';
import { useSchema, useUser } from '@/lib/auth/session';
import { formatDateTime } from '@/lib/text/format';
import { stringifyJSON } from '@/lib/text/json';
import { accountMessages } from '../account-messages';
import { AccountDetails, AccountSection } from '../account-section';
import styles from './access-section.module.css';

const messages = accountMessages.access;

/** Shows the user's role, token claims, and privileges per table. */
export function AccessSection({ account }: { account: Account }) {
  const user = useUser();
  const { role, tables } = useSchema();
  const { created, lastSignIn } = messages;
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      <AccountDetails
        items={[
          [messages.role, <code key="role">{role}</code>],
          [messages.userId, <code key="id">{user.id}</code>],
          [messages.level, messages.levels[user.aal]],
          [messages.method, accountMessages.signInMethod(user.signInMethod)],
          [created, formatDateTime(new Date(account.createdAt))],
          ...(account.lastSignInAt
            ? [[lastSignIn, formatDateTime(new Date(account.lastSignInAt))] as const]
            : []),
        ]}
      />
      <details className={styles.details}>
        <summary>{messages.claims}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{stringifyJSON(account.claims, 2)}</pre>
      </details>
      <details className={styles.details}>
        <summary>{messages.privileges}</summary>
        {tables.length === 0 ? <p>{messages.noTables}</p> : <PrivilegeTable tables={tables} />}
      </details>
    </AccountSection>
  );
}

const privileges = ['select', 'insert', 'update', 'delete'] as const satisfies (keyof TablePrivileges)[];

function PrivilegeTable({ tables }: { tables: readonly Table[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={messages.privileges}>
      <table className={styles.privileges}>
        <thead>
          <tr>
            <th scope="col">{messages.table}</th>
            {privileges.map((name) => (
              <th key={name} scope="col">
                {messages.columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={`${table.schema}.${table.name}`}>
              <th scope="row" dir="auto">
                {table.title}
              </th>
              {privileges.map((name) => (
                <td key={name} title={table.secondFactor[name] ? messages.secondFactor : undefined}>
                  {table.secondFactor[name] ? (
                    <ShieldCheck size={14} role="img" aria-label={messages.secondFactor} />
                  ) : table.privileges[name] ? (
                    <Check size={14} role="img" aria-label={messages.allowed} />
                  ) : (
                    <Minus size={14} role="img" aria-label={messages.denied} data-denied />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
