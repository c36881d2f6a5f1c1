import { type FocusEvent, type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { ErrorNotice } from '@/components/error-notice';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import { nameProblem } from '@/lib/file-checks';
import { ending } from '@/lib/file-kind';

export interface NameDialogProps {
  open: boolean;
  title: string;
  help?: string | undefined;
  /** The present name. */
  name: string;
  confirmLabel: string;
  pending?: boolean;
  error?: unknown;
  onCancel: () => void;
  onName: (name: string) => void;
}

/** Asks for the name of a file or folder. */
export function NameDialog({
  open,
  onCancel,
  title,
  pending = false,
  confirmLabel,
  ...props
}: NameDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !pending && onCancel()}
      title={title}
      footer={
        <>
          <Button onClick={onCancel} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <NameForm id={formId} {...props} />
    </Dialog>
  );
}

interface NameFormProps extends Pick<NameDialogProps, 'help' | 'name' | 'error' | 'onName'> {
  id: string;
}

function NameForm({ id, help, name, error, onName }: NameFormProps) {
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = text === name ? 'This is its name already.' : nameProblem(text);
    setProblem(found);
    if (found === null) onName(text);
  };
  // What one wants to change is the name, not the ending.
  const selectStem = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const suffix = ending(input.value);
    input.setSelectionRange(0, input.value.length - (suffix === '' ? 0 : suffix.length + 1));
  };
  return (
    <form id={id} onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <Field label="Name" help={help} error={problem}>
        <Input
          value={text}
          dir="auto"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onFocus={selectStem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
      </Field>
      {error !== null && error !== undefined && <ErrorNotice error={error} />}
    </form>
  );
}
