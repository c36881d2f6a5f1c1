import * as m from 'framer-motion/m';
import { Ellipsis } from 'lucide-react';
import { IconButton } from '@/components/controls/icon-button';
import { Skeleton } from '@/components/feedback/skeleton';
import { Menu, MenuItem } from '@/components/overlays/menu';
import type { Row } from '@/data/rows/row';
import { spring } from '@/lib/browser/motion';
import { useShownRow } from '@/table/cells/use-cell-status';
import { CardSummary } from './card-summary';
import styles from './record-card.module.css';
import type { RecordCardsProps } from './record-cards';
import { type CardAction, useCardActions } from './use-card-actions';
import { useCardGestures } from './use-card-gestures';

export interface RecordCardProps extends Omit<RecordCardsProps, 'pages'> {
  /** Undefined while its page is on its way. */
  row: Row | undefined;
  /** Its actions show beside it. */
  actionsShown: boolean;
  onActionsShownChange: (uncovered: boolean) => void;
}

/** The width of an action beside the card, in pixels; the style sheet has the same. */
const actionWidth = 64;

/** A row of the list: a tap opens it, a long press selects it, a swipe uncovers what can be done with it. */
export function RecordCard({ row: saved, ...props }: RecordCardProps) {
  const row = useShownRow(saved);
  if (!row) {
    return (
      <div className={styles.loading} aria-hidden>
        <Skeleton width="55%" height={13} />
        <Skeleton width="80%" height={11} />
      </div>
    );
  }
  return <LoadedCard {...props} row={row} />;
}

function LoadedCard(props: Omit<RecordCardProps, 'row'> & { row: Row }) {
  const { row, columns, relations, actionsShown, onActionsShownChange } = props;
  const { actions, open, toggle, ticked: isTicked, selecting } = useCardActions(props);
  const swiped = actions.filter(({ isMenuOnly }) => !isMenuOnly);
  const room = swiped.length * actionWidth;
  const gestures = useCardGestures({
    actionsShown,
    onActionsShownChange,
    onTap: selecting ? toggle : open,
    onLongPress: toggle,
  });
  const run = (action: CardAction) => {
    onActionsShownChange(false);
    action.run();
  };
  if (actions.length === 0) {
    return (
      <div className={styles.card}>
        <div className={styles.front}>
          <div className={styles.face}>
            <CardSummary {...{ row, columns, relations, isTicked }} />
          </div>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.card}>
      {(actionsShown || gestures.swiping) && (
        <div className={styles.actions}>
          {swiped.map((action) => (
            <button
              key={action.label}
              type="button"
              className={styles.action}
              data-danger={action.danger || undefined}
              onClick={() => run(action)}
            >
              {action.icon}
              {action.label}
            </button>
          ))}
        </div>
      )}
      <m.div
        className={styles.front}
        data-ticked={isTicked || undefined}
        drag="x"
        dragDirectionLock
        dragMomentum={false}
        dragConstraints={{ left: -room, right: 0 }}
        dragElastic={0.12}
        animate={{ x: actionsShown ? -room : 0 }}
        initial={false}
        transition={spring}
        {...gestures.swipe}
      >
        <button
          type="button"
          className={styles.face}
          aria-pressed={selecting ? isTicked : undefined}
          {...gestures.press}
        >
          <CardSummary {...{ row, columns, relations, isTicked }} />
        </button>
        <Menu
          align="end"
          trigger={
            <IconButton label="More actions" icon={<Ellipsis aria-hidden />} className={styles.more} />
          }
        >
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              icon={action.icon}
              danger={action.danger}
              onSelect={() => run(action)}
            >
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      </m.div>
    </div>
  );
}
