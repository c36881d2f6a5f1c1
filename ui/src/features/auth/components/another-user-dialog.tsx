import { Button } from '@/components/controls/button';
import { Dialog } from '@/components/overlays/dialog';
import type { User } from '@/lib/api.gen';

export interface AnotherUserDialogProps {
  /** Whose page this is. */
  mine: User;
  /** Who is signed in by now, when that is somebody else. */
  theirs: User | null;
}

/** Another tab signed in as somebody else; this page can't go on as the one before. */
export function AnotherUserDialog({ mine, theirs }: AnotherUserDialogProps) {
  return (
    <Dialog
      open={theirs !== null}
      onOpenChange={() => {}}
      locked
      title="Somebody else is signed in now"
      description={
        <>
          In another tab, <b>{theirs?.name}</b> signed in. This page was opened by <b>{mine.name}</b>, and
          changes nothing until it is clear who is at work.
        </>
      }
      footer={
        <Button variant="primary" onClick={() => window.location.reload()}>
          Go on as {theirs?.name}
        </Button>
      }
    />
  );
}
