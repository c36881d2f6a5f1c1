import { FolderPlus, Upload } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { useShortcut } from '@/lib/browser/shortcuts';
import { mediaQueries, useMediaQuery } from '@/lib/browser/use-media-query';

export interface HeaderActionsProps {
  canAdd: boolean;
  onUpload: () => void;
  onNewFolder: () => void;
}

/** What can be added to a folder; nothing where the role may only look. */
export function HeaderActions({ canAdd, onUpload, onNewFolder }: HeaderActionsProps) {
  const phone = useMediaQuery(mediaQueries.phone);
  useShortcut({ keys: 'u', label: 'Upload files', group: 'Files' }, onUpload, { enabled: canAdd });
  useShortcut({ keys: 'n', label: 'New folder', group: 'Files' }, onNewFolder, { enabled: canAdd });
  if (!canAdd) return null;
  if (phone) {
    return (
      <>
        <IconButton label="New folder" icon={<FolderPlus aria-hidden />} onClick={onNewFolder} />
        <IconButton label="Upload" icon={<Upload aria-hidden />} onClick={onUpload} />
      </>
    );
  }
  return (
    <>
      <Button icon={<FolderPlus aria-hidden />} onClick={onNewFolder}>
        New folder
      </Button>
      <Button variant="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
        Upload
      </Button>
    </>
  );
}
