import { AnimatePresence } from 'framer-motion';
import * as m from 'framer-motion/client';
import { Button } from '@/components/controls/button';
import { SavedCheck } from '@/components/feedback/saved-check';
import { Kbd } from '@/components/marks/kbd';
import { duration, easing } from '@/lib/browser/theme/motion';
import { recordMessages } from '../record-messages';
import styles from './save-bar.module.css';
import type { RecordForm } from './use-record-form';
import type { RecordSave } from './use-record-save';

const messages = recordMessages.form;

export interface SaveBarProps {
  form: RecordForm;
  saving: RecordSave;
  isNew: boolean;
}

const barMotion = {
  initial: { y: 12, opacity: 0 },
  animate: { y: 0, opacity: 1, transition: { duration: duration.base, ease: easing.out } },
  exit: { opacity: 0, transition: { duration: duration.fast } },
} as const;

/** The buttons that save or discard the input, with the number of changes. Visible while there is unsaved input. */
export function SaveBar({ form, saving, isNew }: SaveBarProps) {
  const changes = Object.keys(form.entered).length;
  const problems = Object.keys(saving.problems).length;
  return (
    <>
      <AnimatePresence initial={false}>
        {(form.dirty || isNew) && (
          <m.footer className={styles.bar} {...barMotion}>
            <span className={styles.note} data-problem={problems > 0 || undefined} role="status">
              {form.isUploading
                ? messages.uploading
                : problems > 0
                  ? messages.fieldsNeedAttention(problems)
                  : !isNew && messages.changes(changes)}
            </span>
            {form.dirty && (
              <Button
                variant="ghost"
                disabled={saving.pending}
                onClick={() => {
                  form.discard();
                  saving.clearErrors();
                }}
              >
                {messages.discard}
              </Button>
            )}
            <Button
              variant="primary"
              pending={saving.pending}
              disabled={form.isUploading}
              onClick={() => void saving.save()}
            >
              {isNew ? messages.create : messages.save} <Kbd keys="mod+enter" className={styles.keys} />
            </Button>
          </m.footer>
        )}
      </AnimatePresence>
      {!form.dirty && !isNew && saving.saveCount !== null && (
        <span className={styles.saved}>
          <SavedCheck saveId={saving.saveCount} size={18} />
        </span>
      )}
    </>
  );
}
