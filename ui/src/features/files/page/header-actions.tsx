import { FolderPlus, Upload } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { useShortcut } from '@/lib/browser/shortcuts';
import { mediaQueries, useMediaQuery } from '@/lib/browser/use-media-query';
import { filesMessages } from '../files-messages';

const { page: messages, shortcuts } = filesMessages;

export interface HeaderActionsProps {
  canAdd: boolean;
  onUpload: () => void;
  onNewFolder: () => void;
}

/** Buttons and shortcuts that add files and folders. Empty if the user can't add files. */
export function HeaderActions({ canAdd, onUpload, onNewFolder }: HeaderActionsProps) {
  const isPhone = useMediaQuery(mediaQueries.phone);
  useShortcut({ keys: 'u', label: shortcuts.upload, group: shortcuts.group }, onUpload, { enabled: canAdd });
  useShortcut({ keys: 'n', label: shortcuts.newFolder, group: shortcuts.group }, onNewFolder, {
    enabled: canAdd,
  });
  if (!canAdd) return null;
  if (isPhone) {
    return (
      <>
        <IconButton label={messages.newFolder} icon={<FolderPlus aria-hidden />} onClick={onNewFolder} />
        <IconButton label={messages.upload} icon={<Upload aria-hidden />} onClick={onUpload} />
      </>
    );
  }
  return (
    <>
      <Button icon={<FolderPlus aria-hidden />} onClick={onNewFolder}>
        {messages.newFolder}
      </Button>
      <Button variant="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
        {messages.upload}
      </Button>
    </>
  );
}
