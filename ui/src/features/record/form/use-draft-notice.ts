import { useEffect, useRef } from 'react';
import { toast } from '@/components/overlays/toast';
import { hasDraft } from './use-record-form';

/** Whoever leaves a record with unsaved input by another way is told that it is kept, and how to get back. */
export function useDraftNotice(id: string, heading: string, back: (() => void) | undefined) {
  const latest = useRef({ id, heading, back });
  useEffect(() => {
    latest.current = { id, heading, back };
  });
  useEffect(
    () => () => {
      const { id, heading, back } = latest.current;
      if (!hasDraft(id)) return;
      toast.info(
        `What you entered in “${heading}” is kept, not saved.`,
        back && { label: 'Go back', onClick: back },
      );
    },
    [],
  );
}
