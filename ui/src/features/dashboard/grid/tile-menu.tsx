import { ArrowDown, ArrowUp, Ellipsis, ExternalLink, House, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '@/components/controls/icon-button';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '@/components/overlays/menu';
import { type Tile, type TileWidth, tileWidths } from '@/data/dashboards/tile';
import { getPersonalStore, usePersonalSettings } from '@/data/home/personal-store';
import { useSchema, useStorageId } from '@/lib/auth/session';
import { dashboardMessages } from '../dashboard-messages';
import { describeTile, getTileHref } from '../tiles/describe-tile';
import type { DashboardTiles } from '../use-dashboard-tiles';

const messages = dashboardMessages.tile;

export interface TileMenuProps {
  editor: DashboardTiles;
  tile: Tile;
  /** Undefined if the tile can't move in this direction. */
  onMoveEarlier: (() => void) | undefined;
  onMoveLater: (() => void) | undefined;
}

/** The menu of a tile. Only the owner of the dashboard can change the tile. */
export function TileMenu({ editor, tile, onMoveEarlier, onMoveLater }: TileMenuProps) {
  const schema = useSchema();
  const [, navigate] = useLocation();
  const opensDialog = useRef(false);
  const href = getTileHref(schema, tile);
  return (
    <span data-tile-menu>
      <Menu
        align="end"
        // The dialog takes the focus; the menu must not return it to its button.
        onCloseAutoFocus={(event) => {
          if (opensDialog.current) event.preventDefault();
          opensDialog.current = false;
        }}
        trigger={
          <IconButton
            size="sm"
            label={messages.actions(describeTile(schema, tile))}
            icon={<Ellipsis aria-hidden />}
          />
        }
      >
        {href && (
          <MenuItem icon={<ExternalLink aria-hidden />} onSelect={() => navigate(href)}>
            {messages.open}
          </MenuItem>
        )}
        <HomeItem dashboardId={editor.dashboard.id} tileId={tile.id} />
        {editor.dashboard.isOwn && (
          <OwnerItems
            {...{ editor, tile, onMoveEarlier, onMoveLater }}
            onRename={() => {
              opensDialog.current = true;
              editor.setRenamed(tile);
            }}
          />
        )}
      </Menu>
    </span>
  );
}

function HomeItem({ dashboardId, tileId }: { dashboardId: string; tileId: string }) {
  const storageId = useStorageId();
  const { homeTiles } = usePersonalSettings(storageId);
  const isOnHome = homeTiles.some(({ dashboard, tile }) => dashboard === dashboardId && tile === tileId);
  return (
    <MenuItem
      icon={<House aria-hidden />}
      onSelect={() => getPersonalStore(storageId).toggleHomeTile({ dashboard: dashboardId, tile: tileId })}
    >
      {isOnHome ? messages.hideOnHome : messages.showOnHome}
    </MenuItem>
  );
}

function OwnerItems({
  editor,
  tile,
  onMoveEarlier,
  onMoveLater,
  onRename,
}: TileMenuProps & { onRename: () => void }) {
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={onRename}>
        {messages.rename}
      </MenuItem>
      {onMoveEarlier && (
        <MenuItem icon={<ArrowUp aria-hidden />} onSelect={onMoveEarlier}>
          {messages.moveEarlier}
        </MenuItem>
      )}
      {onMoveLater && (
        <MenuItem icon={<ArrowDown aria-hidden />} onSelect={onMoveLater}>
          {messages.moveLater}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuLabel>{messages.width}</MenuLabel>
      <MenuRadioGroup
        value={tile.width}
        onValueChange={(width) => editor.change(tile.id, { width: width as TileWidth })}
      >
        {tileWidths.map((width) => (
          <MenuRadioItem key={width} value={width}>
            {messages.widths[width]}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => editor.remove(tile)}>
        {messages.remove}
      </MenuItem>
    </>
  );
}
