import { Button } from '@/components/controls/button';
import { findAction } from '@/data/actions/offers/offers';
import { openAction } from '@/data/actions/open-action';
import type { ActionTile } from '@/data/dashboards/tile';
import { useSchema } from '@/lib/auth/session';
import { ActionIcon } from '@/table/actions/action-icon';
import { dashboardMessages } from '../dashboard-messages';
import styles from './tile.module.css';

const messages = dashboardMessages.tile;

/** An action with its description, and the button that starts it. */
export function ActionContent({ tile }: { tile: ActionTile }) {
  const action = findAction(useSchema(), tile.action);
  if (!action) return <p className={styles.notice}>{messages.noAction}</p>;
  return (
    <div className={styles.action}>
      {(action.unavailable || action.description) && (
        <p className={styles.description} dir="auto">
          {action.unavailable || action.description}
        </p>
      )}
      {action.unavailable === '' && (
        <Button
          icon={<ActionIcon name={action.icon} />}
          onClick={() => openAction({ action, subject: { kind: 'none' } })}
        >
          {action.label || messages.run}
        </Button>
      )}
    </div>
  );
}
