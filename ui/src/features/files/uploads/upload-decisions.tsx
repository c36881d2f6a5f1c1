import { type ReactNode, useRef } from 'react';
import { Button } from '@/components/controls/button';
import { toast } from '@/components/overlays/toast';
import type { Upload, UploadState } from './queue/upload.types';
import type { UploadQueue } from './queue/upload-queue';
import styles from './upload-decisions.module.css';
import { uploadsMessages } from './uploads-messages';

const messages = uploadsMessages.decisions;

export interface UploadDecisionsProps {
  uploads: readonly Upload[];
  queue: UploadQueue;
}

/** Asks once for all files whose names are taken or not accepted, and for all files that a reload interrupted. */
export function UploadDecisions({ uploads, queue }: UploadDecisionsProps) {
  const count = (counted: UploadState) => uploads.filter(({ state }) => state === counted).length;
  const conflicts = count('conflict');
  const invalidNames = count('invalid-name');
  const missing = count('needs-file');
  return (
    <>
      {/* A single conflict has the same buttons below its name. */}
      {conflicts > 1 && (
        <Decision question={messages.conflicts(conflicts)}>
          <Button size="sm" onClick={() => queue.resolveConflicts('replace')}>
            {messages.replaceAll}
          </Button>
          <Button size="sm" onClick={() => queue.resolveConflicts('keep-both')}>
            {messages.keepAll}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => queue.resolveConflicts('skip')}>
            {messages.skipAll}
          </Button>
        </Decision>
      )}
      {invalidNames > 0 && (
        <Decision question={messages.invalidNames(invalidNames)}>
          <Button size="sm" onClick={() => queue.resolveInvalidNames('rename')}>
            {messages.renameAll(invalidNames)}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => queue.resolveInvalidNames('skip')}>
            {invalidNames === 1 ? uploadsMessages.skip : messages.skipAll}
          </Button>
        </Decision>
      )}
      {missing > 0 && <MissingFilesDecision uploads={uploads} queue={queue} count={missing} />}
    </>
  );
}

/** A question with its buttons as a named group. */
function Decision({ question, children }: { question: string; children: ReactNode }) {
  return (
    <fieldset className={styles.decision}>
      <legend>{question}</legend>
      <div className={styles.choices}>{children}</div>
    </fieldset>
  );
}

/**
 * Asks the user to choose the files of interrupted uploads again (state `needs-file`, `count` of them), or to discard
 * these uploads. Shows a toast if no chosen file belongs to one of them.
 */
function MissingFilesDecision({ uploads, queue, count }: UploadDecisionsProps & { count: number }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Decision question={messages.missingFiles(count)}>
      <Button size="sm" onClick={() => input.current?.click()}>
        {messages.chooseFiles(count)}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          for (const { id, state } of uploads) if (state === 'needs-file') queue.cancel(id);
        }}
      >
        {messages.discard}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={messages.chooseFiles(count)}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0 && queue.attachFiles(files) === 0) toast.info(messages.noMatch);
        }}
      />
    </Decision>
  );
}
