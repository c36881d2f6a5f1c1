import { type FocusEvent, type FormEvent, useId, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/errors/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Dialog } from './dialog';

const messages = componentsMessages.dialog;

export interface NameDialogProps {
  open: boolean;
  title: string;
  help?: string | undefined;
  /** The current name. */
  name: string;
  /** Returns the problem with a name, as a sentence; undefined if it is valid. */
  validateName: (name: string) => string | undefined;
  /** Returns how many characters of the name are selected at first, e.g. without the file extension. Default: all. */
  getStemLength?: (name: string) => number;
  confirmLabel: string;
  pending?: boolean;
  error?: unknown;
  onCancel: () => void;
  onName: (name: string) => void;
}

/** A dialog that asks for the name of a new item, or for a new name. */
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
            {messages.cancel}
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

type NameFormProps = { id: string } & Pick<
  NameDialogProps,
  'help' | 'name' | 'validateName' | 'getStemLength' | 'error' | 'onName'
>;

function NameForm({ id, help, name, validateName, getStemLength, error, onName }: NameFormProps) {
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateName(text);
    setProblem(found);
    if (found === undefined) onName(text);
  };
  const selectStem = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) =>
    input.setSelectionRange(0, getStemLength?.(input.value) ?? input.value.length);
  return (
    <form id={id} onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <Field label={messages.name} help={help} error={problem}>
        <Input
          value={text}
          dir="auto"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onFocus={selectStem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      {error !== null && error !== undefined && <ErrorNotice error={error} />}
    </form>
  );
}
