import { ArrowDown, ArrowUp, Copy, Ellipsis, Link2, Pencil, Trash2, Upload, Users } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/overlays/menu';
import type { SavedViewItemProps } from './saved-view-item';
import { savedViewsMessages } from './saved-views-messages';
import type { ViewDialogState } from './use-view-actions';

const messages = savedViewsMessages.item;

export type ViewMenuProps = Pick<SavedViewItemProps, 'view' | 'actions' | 'onMoveUp' | 'onMoveDown'>;

/** Menu with the actions on a saved view. Actions that the user can't do are omitted. */
export function ViewMenu(props: ViewMenuProps) {
  const opensDialog = useRef(false);
  return (
    <Menu
      align="end"
      // A dialog that opens takes the focus; the menu must not return the focus to its button.
      onCloseAutoFocus={(event) => {
        if (opensDialog.current) event.preventDefault();
        opensDialog.current = false;
      }}
      onKeyDown={(event) => event.stopPropagation()}
      trigger={
        <IconButton size="sm" label={messages.actions(props.view.name)} icon={<Ellipsis aria-hidden />} />
      }
    >
      <ViewMenuItems
        {...props}
        onDialogOpen={() => {
          opensDialog.current = true;
        }}
      />
    </Menu>
  );
}

function ViewMenuItems({
  view,
  actions,
  onMoveUp,
  onMoveDown,
  onDialogOpen,
}: ViewMenuProps & { onDialogOpen: () => void }) {
  const openDialog = (kind: Exclude<ViewDialogState['kind'], 'create'>) => () => {
    onDialogOpen();
    actions.setDialog({ kind, view });
  };
  const duplicate = () => {
    onDialogOpen();
    actions.duplicate(view);
  };
  return (
    <>
      {view.isOwn && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={openDialog('rename')}>
          {messages.rename}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onSelect={duplicate}>
        {messages.duplicate}
      </MenuItem>
      <MenuItem icon={<Link2 aria-hidden />} onSelect={() => actions.copyLink(view)}>
        {messages.copyLink}
      </MenuItem>
      {view.isOwn && view.row && (
        <MenuItem icon={<Users aria-hidden />} onSelect={openDialog('share')}>
          {messages.share}
        </MenuItem>
      )}
      {!view.row && actions.storage.canSaveToProject && (
        <MenuItem icon={<Upload aria-hidden />} onSelect={() => actions.moveToProject(view)}>
          {messages.moveToProject}
        </MenuItem>
      )}
      {(onMoveUp || onMoveDown) && <MenuSeparator />}
      {onMoveUp && (
        <MenuItem icon={<ArrowUp aria-hidden />} onSelect={onMoveUp}>
          {messages.moveUp}
        </MenuItem>
      )}
      {onMoveDown && (
        <MenuItem icon={<ArrowDown aria-hidden />} onSelect={onMoveDown}>
          {messages.moveDown}
        </MenuItem>
      )}
      {view.isOwn && (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={openDialog('delete')}>
            {messages.delete}
          </MenuItem>
        </>
      )}
    </>
  );
}
