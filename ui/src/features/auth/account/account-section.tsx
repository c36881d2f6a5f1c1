import { type ReactNode, useId } from 'react';
import styles from './account-section.module.css';

export interface AccountSectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A part of the account page: its title and hint beside its contents. */
export function AccountSection({ title, hint, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>{title}</h2>
        {hint && <p>{hint}</p>}
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  );
}

/** A line with a text and its buttons. */
export function AccountLine({ icon, title, detail, children }: AccountLineProps) {
  return (
    <div className={styles.line}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <div className={styles.lineText}>
        <p>
          <bdi>{title}</bdi>
        </p>
        {detail && (
          <small>
            <bdi>{detail}</bdi>
          </small>
        )}
      </div>
      {children && <div className={styles.lineActions}>{children}</div>}
    </div>
  );
}

export interface AccountLineProps {
  icon?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** The buttons. */
  children?: ReactNode;
}

/** Names with values. */
export function AccountDetails({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.details}>
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
