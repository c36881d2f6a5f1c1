import { Download, Ellipsis, FolderInput, Link2, Pencil, Trash2 } from 'lucide-react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { IconButton } from '@/components/controls/icon-button';
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '@/components/overlays/context-menu';
import { Menu, MenuItem, type MenuLineProps, MenuSeparator } from '@/components/overlays/menu';
import { toast } from '@/components/overlays/toast';
import type { FileEntry, FilePrivileges } from '@/lib/api.gen';
import { objectURL } from '../api/objects';
import type { PendingAction } from '../page/file-actions.types';

export interface EntryMenuProps {
  bucket: string;
  entry: FileEntry;
  privileges: FilePrivileges;
  onAction: (action: PendingAction) => void;
}

/** The button that opens an entry's menu; nothing where the menu would be empty. */
export function EntryTools(props: EntryMenuProps) {
  if (!hasMenu(props)) return null;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton size="sm" label={`Tools for ${props.entry.name}`} icon={<Ellipsis aria-hidden />} />
      }
    >
      <Lines {...props} Item={MenuItem} Separator={MenuSeparator} />
    </Menu>
  );
}

/** The same menu where the entry's element is right-clicked. */
export function EntryContextMenu({ trigger, ...props }: EntryMenuProps & { trigger: ReactElement }) {
  return (
    <ContextMenu trigger={trigger} disabled={!hasMenu(props)}>
      <Lines {...props} Item={ContextMenuItem} Separator={ContextMenuSeparator} />
    </ContextMenu>
  );
}

function hasMenu({ entry, privileges }: EntryMenuProps): boolean {
  return !entry.folder || privileges.update !== false || privileges.delete !== false;
}

interface LineProps extends MenuLineProps {
  onSelect?: () => void;
  children?: ReactNode;
}

interface LinesProps extends EntryMenuProps {
  Item: ComponentType<LineProps>;
  Separator: ComponentType;
}

/** What can be done with a file or folder. What the role may not do is not there. */
function Lines({ bucket, entry, privileges, onAction, Item, Separator }: LinesProps) {
  const mayChange = privileges.update !== false;
  const mayDelete = privileges.delete !== false;
  return (
    <>
      {!entry.folder && (
        <>
          <Item icon={<Download aria-hidden />} onSelect={() => download(bucket, entry)}>
            Download
          </Item>
          <Item icon={<Link2 aria-hidden />} onSelect={() => copyAddress(bucket, entry)}>
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
function download(bucket: string, entry: FileEntry) {
  const link = document.createElement('a');
  link.href = objectURL(bucket, entry);
  link.download = entry.name;
  link.click();
}

function copyAddress(bucket: string, entry: FileEntry) {
  navigator.clipboard.writeText(new URL(objectURL(bucket, entry), window.location.href).href).then(
    () => toast.done('Address copied. It opens for who is signed in here.'),
    (error: unknown) => toast.error(error, 'The address could not be copied.'),
  );
}
