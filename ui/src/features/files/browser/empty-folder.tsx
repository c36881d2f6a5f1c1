import { FolderOpen, SearchX, Upload } from 'lucide-react';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { useSchema } from '@/lib/auth/session';
import { mediaQueries, useMediaQuery } from '@/lib/browser/theme/use-media-query';
import { filesMessages } from '../files-messages';
import type { FileBrowserProps } from './file-browser';

const messages = filesMessages.emptyFolder;

export type EmptyFolderProps = Pick<
  FileBrowserProps,
  'state' | 'prefix' | 'privileges' | 'onChange' | 'onUpload'
>;

/** Explains why no files are listed: no match, no permission, or no files yet. Offers the next step. */
export function EmptyFolder({ state, prefix, privileges, onChange, onUpload }: EmptyFolderProps) {
  const { role } = useSchema();
  const isTouch = useMediaQuery(mediaQueries.touch);
  if (state.search !== '') {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={messages.noMatch(state.search)}
        action={<Button onClick={() => onChange({ search: '' })}>{messages.clearSearch}</Button>}
      />
    );
  }
  if (privileges.insert === false) {
    return (
      <EmptyState icon={<FolderOpen aria-hidden />} title={messages.nothingVisible}>
        {messages.nothingVisibleReason(<b>{role}</b>)}
      </EmptyState>
    );
  }
  const isBucket = prefix === '';
  const instruction = isTouch ? messages.chooseFiles : messages.dropFiles;
  return (
    <EmptyState
      icon={<FolderOpen aria-hidden />}
      title={isBucket ? messages.emptyBucket : messages.emptyFolder}
      action={
        <Button variant="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
          {messages.upload}
        </Button>
      }
    >
      {instruction}
    </EmptyState>
  );
}
