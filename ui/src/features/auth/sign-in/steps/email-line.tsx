import { useSignInFlow } from '../sign-in-flow';
import styles from '../sign-in-form.module.css';
import { signInMessages as messages } from '../sign-in-messages';

/** Shows the chosen email address with a button that changes it, and hands it to password managers. */
export function EmailLine() {
  const { email, goTo, options } = useSignInFlow();
  return (
    <p className={styles.emailLine}>
      <span dir="auto">{email}</span>
      {/* Password managers store the password with the username of the same form. */}
      <input
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
        className={styles.filledByBrowser}
      />
      {!options.previousUser && (
        <button type="button" className={styles.link} onClick={() => goTo('start')}>
          {messages.change}
        </button>
      )}
    </p>
  );
}
