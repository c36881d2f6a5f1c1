import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { SavedView, ViewChanges } from '@/data/saved-views/saved-views.utils';
import { ShareForm, type ShareFormProps } from './share-form';
import { sharingMessages as messages } from './sharing-messages';

export interface ShareDialogProps extends Pick<ShareFormProps, 'audienceLabel' | 'everyoneLabel'> {
  open: boolean;
  view: SavedView;
  onClose: () => void;
  onShare: (changes: ViewChanges) => Promise<void>;
}

/** Asks who can open a view or a dashboard: only its owner, everyone who can read its table, or some roles. */
export function ShareDialog({ open, view, onClose, onShare, ...labels }: ShareDialogProps) {
  const formId = useId();
  const share = useMutation({ mutationFn: onShare, onSuccess: onClose });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !share.isPending && onClose()}
      title={messages.title(<bdi>{view.name}</bdi>)}
      footer={
        <>
          <Button onClick={onClose} disabled={share.isPending}>
            {messages.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={share.isPending}>
            {messages.save}
          </Button>
        </>
      }
    >
      <ShareForm id={formId} view={view} error={share.error} onShare={share.mutate} {...labels} />
    </Dialog>
  );
}
