import { Download, Ellipsis, FolderInput, Link2, Pencil, Trash2 } from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '@/components/overlays/context-menu';
import { Menu, MenuItem, type MenuItemContentProps, MenuSeparator } from '@/components/overlays/menu';
import { toast } from '@/components/overlays/toast';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { getFileURL } from '../api/file-operations';
import type { PendingAction } from '../page/pending-action.types';

export interface EntryMenuProps {
  bucket: string;
  entry: FileEntry;
  privileges: FilePrivileges;
  onAction: (action: PendingAction) => void;
}

/** The button that opens an entry's menu; nothing where the menu would be empty. */
export function EntryMenuButton(props: EntryMenuProps) {
  if (!hasMenu(props)) return null;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="sm" label={`Tools for ${props.entry.name}`} icon={<Ellipsis aria-hidden />} />
      }
    >
      <EntryMenuItems {...props} Item={MenuItem} Separator={MenuSeparator} />
    </Menu>
  );
}

/** The same menu where the entry's element is right-clicked. */
export function EntryContextMenu({ trigger, ...props }: EntryMenuProps & { trigger: ReactElement }) {
  return (
    <ContextMenu trigger={trigger} disabled={!hasMenu(props)}>
      <EntryMenuItems {...props} Item={ContextMenuItem} Separator={ContextMenuSeparator} />
    </ContextMenu>
  );
}

function hasMenu({ entry, privileges }: EntryMenuProps): boolean {
  return !entry.folder || privileges.update !== false || privileges.delete !== false;
}

interface EntryMenuItemProps extends MenuItemContentProps {
  onSelect?: () => void;
  children?: ReactNode;
}

interface EntryMenuItemsProps extends EntryMenuProps {
  Item: ComponentType<EntryMenuItemProps>;
  Separator: ComponentType;
}

/** What can be done with a file or folder. What the role may not do is not there. */
function EntryMenuItems({ bucket, entry, privileges, onAction, Item, Separator }: EntryMenuItemsProps) {
  const mayChange = privileges.update !== false;
  const mayDelete = privileges.delete !== false;
  return (
    <>
      {!entry.folder && (
        <>
          <Item icon={<Download aria-hidden />} onSelect={() => downloadFile(bucket, entry)}>
            Download
          </Item>
          <Item icon={<Link2 aria-hidden />} onSelect={() => copyFileURL(bucket, entry)}>
            Copy address
          </Item>
        </>
      )}
      {mayChange && (
        <>
          <Item icon={<Pencil aria-hidden />} keys="F2" onSelect={() => onAction({ kind: 'rename', entry })}>
            Rename…
          </Item>
          <Item
            icon={<FolderInput aria-hidden />}
            onSelect={() => onAction({ kind: 'move', entries: [entry] })}
          >
            Move to…
          </Item>
        </>
      )}
      {mayDelete && (
        <>
          {(mayChange || !entry.folder) && <Separator />}
          <Item
            danger
            icon={<Trash2 aria-hidden />}
            keys="delete"
            onSelect={() => onAction({ kind: 'delete', entries: [entry] })}
          >
            Delete…
          </Item>
        </>
      )}
    </>
  );
}

/** Saves a file to the device. */
function downloadFile(bucket: string, entry: FileEntry) {
  const link = document.createElement('a');
  link.href = getFileURL(bucket, entry);
  link.download = entry.name;
  link.click();
}

function copyFileURL(bucket: string, entry: FileEntry) {
  navigator.clipboard.writeText(new URL(getFileURL(bucket, entry), window.location.href).href).then(
    () => toast.done('Address copied. It opens for who is signed in here.'),
    (error: unknown) => toast.error(error, 'The address could not be copied.'),
  );
}
