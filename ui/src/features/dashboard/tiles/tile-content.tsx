import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import { ErrorBoundary } from '@/components/feedback/errors/error-boundary';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import type { RowsTile, Tile } from '@/data/dashboards/tile';
import { useSchema } from '@/lib/auth/session';
import { ChartFigure } from '@/table/charts/chart-figure';
import { dashboardMessages } from '../dashboard-messages';
import { ActionContent } from './action-content';
import { findTileSource } from './describe-tile';
import { ListContent } from './list-content';
import styles from './tile.module.css';

const messages = dashboardMessages.tile;

/** Height of the drawing of a chart, in pixels. */
const chartHeight = 240;

/** The content of a tile. An error of one tile does not affect the others. */
export function TileContent({ tile, title }: { tile: Tile; title: string }) {
  return (
    <ErrorBoundary
      resetKey={JSON.stringify(tile)}
      fallback={(error, retry) => (
        <ErrorNotice error={error} title={messages.loadFailed(title)} onRetry={retry} />
      )}
    >
      {tile.kind === 'action' ? <ActionContent tile={tile} /> : <RowsContent tile={tile} title={title} />}
    </ErrorBoundary>
  );
}

/** A tile that reads a table: its chart, or a list of its rows. A notice if the user can't read the table. */
function RowsContent({ tile, title }: { tile: RowsTile; title: string }) {
  const schema = useSchema();
  const source = useMemo(() => findTileSource(schema, tile), [schema, tile]);
  if (!source) {
    return (
      <p className={styles.notice}>
        <Lock size={14} aria-hidden /> {messages.noAccess(tile.table)}
      </p>
    );
  }
  const { table, state, spec } = source;
  if (spec) return <ChartFigure {...{ table, state, spec }} height={chartHeight} isTile />;
  return <ListContent {...{ table, state, title }} query={tile.query} isWide={tile.width !== 'small'} />;
}
