import { Camera, FolderPlus, Upload } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { useShortcut } from '@/lib/browser/keyboard/shortcuts';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { filesMessages } from '../files-messages';

const { page: messages, shortcuts } = filesMessages;

export interface HeaderActionsProps {
  canAdd: boolean;
  onUpload: () => void;
  /** Opens the camera; undefined if the bucket doesn't accept photos. */
  onTakePhoto: (() => void) | undefined;
  onNewFolder: () => void;
}

/** Buttons and shortcuts that add files and folders. Empty if the user can't add files. */
export function HeaderActions({ canAdd, onUpload, onTakePhoto, onNewFolder }: HeaderActionsProps) {
  const isPhone = useMediaQuery(mediaQueries.phone);
  const isTouch = useMediaQuery(mediaQueries.touch);
  useShortcut({ keys: 'u', label: shortcuts.upload, group: shortcuts.group }, onUpload, { enabled: canAdd });
  useShortcut({ keys: 'n', label: shortcuts.newFolder, group: shortcuts.group }, onNewFolder, {
    enabled: canAdd,
  });
  if (!canAdd) return null;
  const takePhoto = isTouch && onTakePhoto && (
    <IconButton label={messages.takePhoto} icon={<Camera aria-hidden />} onClick={onTakePhoto} />
  );
  if (isPhone) {
    return (
      <>
        {takePhoto}
        <IconButton label={messages.newFolder} icon={<FolderPlus aria-hidden />} onClick={onNewFolder} />
        <IconButton label={messages.upload} icon={<Upload aria-hidden />} onClick={onUpload} />
      </>
    );
  }
  return (
    <>
      {takePhoto}
      <Button icon={<FolderPlus aria-hidden />} onClick={onNewFolder}>
        {messages.newFolder}
      </Button>
      <Button variant="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
        {messages.upload}
      </Button>
    </>
  );
}
