import { DragOverlay, DropAnimation } from '@/table/drag/drag-overlay';
import styles from '../calendar.module.css';
import { findEventElement } from '../calendar-dom';
import { EventContent } from '../events/event-item';
import type { CalendarState } from '../use-calendar';

/** The event under the pointer, and the dropped events that are animated to their new position. */
export function DraggedEvents({ state }: { state: CalendarState }) {
  const { dragged } = state;
  return (
    <>
      {dragged?.inputDevice === 'pointer' && dragged.part === 'all' && (
        <DragOverlay x={state.x} y={state.y} width={Math.min(dragged.box.width, 260)} small>
          <span className={styles.overlay}>
            <EventContent row={dragged.row} time={undefined} />
          </span>
        </DragOverlay>
      )}
      {state.animatedRows.map(({ key, row, from }) => (
        <DropAnimation
          key={`${key} ${from.left},${from.top}`}
          from={from}
          target={() => findEventElement(state.calendar.current, key)?.getBoundingClientRect()}
          onEnd={() => state.endAnimation(key)}
          small
        >
          <span className={styles.overlay}>
            <EventContent row={row} time={undefined} />
          </span>
        </DropAnimation>
      ))}
    </>
  );
}
