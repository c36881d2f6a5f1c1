import styles from './logo.module.css';

/** The logo of Tableside. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true">
        <rect x="3" y="4" width="18" height="16" rx="3" />
        <path d="M3 10h18M10 10v10" />
      </svg>
    </span>
  );
}
