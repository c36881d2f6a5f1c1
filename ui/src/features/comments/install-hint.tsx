import { CopyButton } from '@/components/controls/copy-button';
import styles from './comments.module.css';
import { commentsMessages } from './comments-messages';

const messages = commentsMessages.install;

/** The command that installs the table of comments, for the project's owner. */
export function InstallHint() {
  return (
    <div className={styles.install}>
      <p>{messages.hint}</p>
      <div className={styles.command}>
        <code>{messages.command}</code>
        <CopyButton text={messages.command}>{messages.copy}</CopyButton>
      </div>
    </div>
  );
}
