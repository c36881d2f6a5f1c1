import * as m from 'framer-motion/client';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Skeleton } from '@/components/feedback/skeleton';
import { Menu, MenuItem, type MenuProps } from '@/components/overlays/menu';
import type { Row } from '@/data/rows/row';
import { spring } from '@/lib/browser/theme/motion';
import { useRowWithQueuedEdits } from '@/table/cells/status/use-cell-status';
import { useRowColors } from '@/table/colors/color-rules-context';
import { gridMessages } from '../grid-messages';
import { CardSummary } from './card-summary';
import styles from './record-card.module.css';
import type { RecordCardsProps } from './record-cards';
import { type CardAction, useCardActions } from './use-card-actions';
import { useCardGestures } from './use-card-gestures';

export interface RecordCardProps extends Omit<RecordCardsProps, 'pages'> {
  /** Undefined while the row is loading. */
  row: Row | undefined;
  /** Whether the card is moved aside, so that its actions are visible. */
  areActionsShown: boolean;
  onActionsShownChange: (areShown: boolean) => void;
}

/** The width of an action beside the card, in pixels. Must be equal to the width in the style sheet. */
const actionWidth = 64;

/** A row in the list of cards. A tap opens its record, a long press ticks it, a swipe uncovers its actions. */
export function RecordCard({ row: savedRow, ...props }: RecordCardProps) {
  const row = useRowWithQueuedEdits(savedRow);
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
  const { row, columns, relations, areActionsShown, onActionsShownChange } = props;
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { actions, openRecord, toggle, isTicked, isSelecting } = useCardActions({ ...props, isMenuOpen });
  const rule = useRowColors(row)?.row;
  const swipeActions = actions.filter(({ isMenuOnly }) => !isMenuOnly);
  const actionsWidth = swipeActions.length * actionWidth;
  const gestures = useCardGestures({
    areActionsShown,
    onActionsShownChange,
    onTap: isSelecting ? toggle : openRecord,
    onLongPress: toggle,
  });
  const runAction = (action: CardAction) => {
    onActionsShownChange(false);
    action.run();
  };
  const summary = <CardSummary {...{ row, columns, relations, isTicked }} />;
  if (actions.length === 0) {
    return (
      <div className={styles.card}>
        <div className={styles.front} data-rule={rule?.color}>
          <div className={styles.face}>{summary}</div>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.card}>
      {(areActionsShown || gestures.isSwiping) && <SwipeActions actions={swipeActions} onRun={runAction} />}
      <m.div
        className={styles.front}
        data-ticked={isTicked || undefined}
        data-rule={rule?.color}
        drag="x"
        dragDirectionLock
        dragMomentum={false}
        dragConstraints={{ left: -actionsWidth, right: 0 }}
        dragElastic={0.12}
        animate={{ x: areActionsShown ? -actionsWidth : 0 }}
        initial={false}
        transition={spring}
        {...gestures.swipeHandlers}
      >
        <button
          type="button"
          className={styles.face}
          aria-pressed={isSelecting ? isTicked : undefined}
          {...gestures.pressHandlers}
        >
          {summary}
        </button>
        <ActionMenu actions={actions} onRun={runAction} open={isMenuOpen} onOpenChange={setMenuOpen} />
      </m.div>
    </div>
  );
}

interface ActionListProps {
  actions: readonly CardAction[];
  onRun: (action: CardAction) => void;
}

/** The actions behind the card, which a swipe uncovers. */
function SwipeActions({ actions, onRun }: ActionListProps) {
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          className={styles.action}
          data-danger={action.danger || undefined}
          onClick={() => onRun(action)}
        >
          {action.icon}
          {action.label}
        </button>
      ))}
    </div>
  );
}

/** The button and menu with all actions, for users who don't swipe. */
function ActionMenu({
  actions,
  onRun,
  ...menu
}: ActionListProps & Required<Pick<MenuProps, 'open' | 'onOpenChange'>>) {
  return (
    <Menu
      {...menu}
      align="end"
      trigger={
        <IconButton
          label={gridMessages.rowActions.more}
          icon={<Ellipsis aria-hidden />}
          className={styles.more}
        />
      }
    >
      {actions.map((action) => (
        <MenuItem
          key={action.label}
          icon={action.icon}
          danger={action.danger}
          disabled={action.disabled}
          onSelect={() => onRun(action)}
        >
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
