import { ShieldCheck } from 'lucide-react';
import { Tooltip } from '@/components/overlays/tooltip';
import { openSecondFactorPrompt } from '@/lib/auth/second-factor-prompt';
import styles from './second-factor-badge.module.css';
import { tablePageMessages } from './table-page-messages';

const messages = tablePageMessages.secondFactor;

/** States that the user can do more with the table after entering a second factor, and asks for it on a click. */
export function SecondFactorBadge() {
  return (
    <Tooltip content={messages.badgeHint}>
      <button type="button" className={styles.badge} onClick={openSecondFactorPrompt}>
        <ShieldCheck size={12} aria-hidden /> {messages.label}
      </button>
    </Tooltip>
  );
}
