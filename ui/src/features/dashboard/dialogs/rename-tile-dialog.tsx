import { NameDialog } from '@/components/overlays/name-dialog';
import { normalizeName } from '@/data/saved-views/saved-views.utils';
import { dashboardMessages } from '../dashboard-messages';
import type { DashboardTiles } from '../use-dashboard-tiles';

const messages = dashboardMessages.nameDialog;

/** Maximum number of characters in the name of a tile. */
const maxTitleLength = 80;

/** Asks for the name of a tile. Without a name, the tile describes its content. */
export function RenameTileDialog({ editor }: { editor: DashboardTiles }) {
  const { renamed, setRenamed, change } = editor;
  return (
    <NameDialog
      open={renamed !== undefined}
      title={messages.renameTile}
      help={messages.renameTileHelp}
      name={renamed?.title ?? ''}
      validateName={(name) =>
        [...normalizeName(name)].length > maxTitleLength
          ? messages.tileNameTooLong(maxTitleLength)
          : undefined
      }
      confirmLabel={messages.rename}
      onCancel={() => setRenamed(undefined)}
      onName={(name) => {
        if (renamed) change(renamed.id, { title: normalizeName(name) });
        setRenamed(undefined);
      }}
    />
  );
}
