import { House } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { useDashboards } from '@/data/dashboards/dashboards';
import { getPersonalStore, type HomeTile, usePersonalSettings } from '@/data/home/personal-store';
import { useSchema, useStorageId } from '@/lib/auth/session';
import { dashboardMessages as messages } from './dashboard-messages';
import gridStyles from './grid/dashboard-grid.module.css';
import styles from './home-tiles.module.css';
import { describeTile } from './tiles/describe-tile';
import { TileFrame } from './tiles/tile-frame';

/** The tiles that the user shows on the home page, as far as their dashboards exist. */
export function HomeTiles() {
  const schema = useSchema();
  const storageId = useStorageId();
  const headingId = useId();
  const { dashboards } = useDashboards();
  const { homeTiles } = usePersonalSettings(storageId);
  const found = homeTiles.flatMap((homeTile) => {
    const dashboard = dashboards.find(({ id }) => id === homeTile.dashboard);
    const tile = dashboard?.tiles.find(({ id }) => id === homeTile.tile);
    return tile ? [{ homeTile, tile }] : [];
  });
  if (found.length === 0) return null;
  const remove = (homeTile: HomeTile) => getPersonalStore(storageId).toggleHomeTile(homeTile);
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId} className={styles.heading}>
        {messages.home}
      </h2>
      <ul className={gridStyles.grid}>
        {found.map(({ homeTile, tile }) => (
          <TileFrame
            key={`${homeTile.dashboard} ${tile.id}`}
            tile={tile}
            headingLevel={3}
            menu={
              <IconButton
                size="sm"
                label={messages.tile.removeFromHome(describeTile(schema, tile))}
                icon={<House aria-hidden />}
                onClick={() => remove(homeTile)}
              />
            }
          />
        ))}
      </ul>
    </section>
  );
}
