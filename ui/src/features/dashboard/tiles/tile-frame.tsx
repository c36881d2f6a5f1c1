import * as m from 'framer-motion/client';
import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Skeleton } from '@/components/feedback/skeleton';
import type { Tile } from '@/data/dashboards/tile';
import { useSchema } from '@/lib/auth/session';
import { duration, easing } from '@/lib/browser/theme/motion';
import { useInView } from '@/lib/display/use-in-view';
import { dashboardMessages } from '../dashboard-messages';
import { describeTile, getTileHref, getTileShape } from './describe-tile';
import styles from './tile.module.css';
import { TileContent } from './tile-content';

const messages = dashboardMessages.tile;

/** The handlers that move a tile. */
export interface TileMove {
  hintId: string;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export interface TileFrameProps {
  tile: Tile;
  /** Undefined if the user can't move the tile. */
  move?: TileMove | undefined;
  isDragged?: boolean;
  /** The level of the title's heading; 2 by default. */
  headingLevel?: 2 | 3;
  menu?: ReactNode;
}

/** A tile with its title and menu. It loads its content when it comes near the visible part of the page. */
export function TileFrame({ tile, move, isDragged = false, headingLevel = 2, menu }: TileFrameProps) {
  const schema = useSchema();
  const element = useRef<HTMLLIElement>(null);
  const headingId = useId();
  const [seen, setSeen] = useState(false);
  useInView(element, () => setSeen(true), { margin: '200px', enabled: !seen });
  const title = describeTile(schema, tile);
  const href = getTileHref(schema, tile);
  const Heading = `h${headingLevel}` as const;
  return (
    <m.li
      ref={element}
      layout="position"
      transition={{ layout: { duration: duration.base, ease: easing.inOut } }}
      className={styles.tile}
      data-tile={tile.id}
      data-shape={getTileShape(tile)}
      data-width={tile.width}
      data-dragged={isDragged || undefined}
    >
      <section aria-labelledby={headingId} className={styles.frame}>
        <header className={styles.header} data-movable={move && true} onPointerDown={move?.onPointerDown}>
          {move && (
            <button
              type="button"
              className={styles.handle}
              aria-label={messages.move(title)}
              aria-describedby={move.hintId}
              data-handle={tile.id}
              onKeyDown={move.onKeyDown}
            >
              <GripVertical size={14} aria-hidden />
            </button>
          )}
          <Heading id={headingId} className={styles.title} dir="auto" title={title}>
            {href && tile.kind !== 'action' ? (
              <Link href={href} draggable={false}>
                {title}
              </Link>
            ) : (
              title
            )}
          </Heading>
          {menu}
        </header>
        <div className={styles.content}>
          {seen ? (
            <TileContent tile={tile} title={title} />
          ) : (
            <div className={styles.placeholder} role="status" aria-busy="true" aria-label={messages.loading}>
              <Skeleton width="60%" height={14} />
            </div>
          )}
        </div>
      </section>
    </m.li>
  );
}
