import { useEffect, useRef } from 'react';
import { toast } from '@/components/overlays/toast';
import { recordMessages } from '../record-messages';
import { hasDraft } from './use-record-form';

const messages = recordMessages.form;

/** Shows a toast with a link back when the form unmounts while its draft has unsaved input. */
export function useDraftNotice(id: string, heading: string, onBack: (() => void) | undefined) {
  const latest = useRef({ id, heading, onBack });
  useEffect(() => {
    latest.current = { id, heading, onBack };
  });
  useEffect(
    () => () => {
      const { id, heading, onBack } = latest.current;
      if (!hasDraft(id)) return;
      toast.info(messages.draftStored(heading), onBack && { label: messages.goBack, onClick: onBack });
    },
    [],
  );
}
