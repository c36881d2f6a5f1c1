import { Copy, Download, Ellipsis, FolderInput, Info, Link2, Pencil, Share2, Trash2 } from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { copyLink } from '@/components/copy-link';
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '@/components/overlays/context-menu';
import { Menu, MenuItem, type MenuItemContentProps, MenuSeparator } from '@/components/overlays/menu';
import { toast } from '@/components/overlays/toast';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { getParentPath } from '@/lib/files/file-checks';
import { downloadArchive } from '../api/download-archive';
import { getFileURL } from '../api/file-operations';
import { filesMessages } from '../files-messages';
import type { PendingAction } from '../page/pending-action.types';

const messages = filesMessages.entryMenu;

export interface EntryMenuProps {
  bucket: string;
  entry: FileEntry;
  privileges: FilePrivileges;
  onAction: (action: PendingAction) => void;
}

/** Button that opens the menu of an entry. */
export function EntryMenuButton(props: EntryMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="sm" label={messages.label(props.entry.name)} icon={<Ellipsis aria-hidden />} />
      }
    >
      <EntryMenuItems {...props} Item={MenuItem} Separator={MenuSeparator} />
    </Menu>
  );
}

/** Opens the menu of an entry as the context menu of `trigger`. */
export function EntryContextMenu({ trigger, ...props }: EntryMenuProps & { trigger: ReactElement }) {
  return (
    <ContextMenu trigger={trigger}>
      <EntryMenuItems {...props} Item={ContextMenuItem} Separator={ContextMenuSeparator} />
    </ContextMenu>
  );
}

interface EntryMenuItemProps extends MenuItemContentProps {
  onSelect?: () => void;
  children?: ReactNode;
}

interface EntryMenuItemsProps extends EntryMenuProps {
  Item: ComponentType<EntryMenuItemProps>;
  Separator: ComponentType;
}

/** The actions on a file or folder, without those that the role doesn't allow. */
function EntryMenuItems({ bucket, entry, privileges, onAction, Item, Separator }: EntryMenuItemsProps) {
  const canUpdate = privileges.update !== false;
  const canDelete = privileges.delete !== false;
  return (
    <>
      {!entry.folder && <FileItems {...{ bucket, entry, onAction, Item }} />}
      {entry.folder && (
        <Item
          icon={<Download aria-hidden />}
          onSelect={() =>
            downloadArchive(bucket, getParentPath(entry.path), [entry], false, () =>
              toast.info(filesMessages.archiveFailed),
            )
          }
        >
          {messages.downloadFolder}
        </Item>
      )}
      {canUpdate && (
        <>
          <Item icon={<Pencil aria-hidden />} keys="F2" onSelect={() => onAction({ kind: 'rename', entry })}>
            {messages.rename}
          </Item>
          <Item
            icon={<FolderInput aria-hidden />}
            onSelect={() => onAction({ kind: 'move', entries: [entry] })}
          >
            {messages.move}
          </Item>
        </>
      )}
      {privileges.insert !== false && (
        <Item icon={<Copy aria-hidden />} onSelect={() => onAction({ kind: 'copy', entries: [entry] })}>
          {messages.copy}
        </Item>
      )}
      {canDelete && (
        <>
          <Separator />
          <Item
            danger
            icon={<Trash2 aria-hidden />}
            keys="delete"
            onSelect={() => onAction({ kind: 'delete', entries: [entry] })}
          >
            {messages.delete}
          </Item>
        </>
      )}
    </>
  );
}

/** The actions that only files have. */
function FileItems({ bucket, entry, onAction, Item }: Omit<EntryMenuItemsProps, 'privileges' | 'Separator'>) {
  const url = getFileURL(bucket, entry);
  return (
    <>
      <Item icon={<Download aria-hidden />} onSelect={() => downloadFile(url, entry.name)}>
        {messages.download}
      </Item>
      <Item icon={<Link2 aria-hidden />} onSelect={() => void copyLink(url, messages.linkCopied)}>
        {messages.copyLink}
      </Item>
      <Item icon={<Share2 aria-hidden />} onSelect={() => onAction({ kind: 'share', entry })}>
        {messages.share}
      </Item>
      <Item icon={<Info aria-hidden />} onSelect={() => onAction({ kind: 'details', entry })}>
        {messages.details}
      </Item>
    </>
  );
}

function downloadFile(url: string, name: string) {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
