import { CircleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import { cx } from '@/lib/text/cx';
import styles from './field.module.css';

interface FieldControl {
  id: string;
  required: boolean | undefined;
  disabled: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** Returns the properties that connect a control to the Field around it; none outside of a Field. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {};
}

export interface FieldProps extends Omit<ComponentProps<'div'>, 'title'> {
  label: ReactNode;
  /** A hint about the value. */
  help?: ReactNode;
  /** The problem with the value. It replaces `help`. */
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Content at the end of the label's line: a type, a counter, a link. */
  aside?: ReactNode;
  /** The label is only for assistive technology. */
  hideLabel?: boolean;
}

/** A control with its label, help and error. The controls of this folder connect to it by context. */
export function Field(props: FieldProps) {
  const { label, help, error, required, disabled, aside, hideLabel, className, children, ...rest } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const note = error || help;
  const control: FieldControl = {
    id,
    required,
    disabled,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note ? noteId : undefined,
  };
  return (
    <div className={cx(styles.field, className)} data-state={error ? 'error' : 'idle'} {...rest}>
      <div className={cx(styles.top, hideLabel && styles.hidden)}>
        <label className={styles.label} htmlFor={id} id={`${id}-label`}>
          {label}
          {required && (
            <span className={styles.required} aria-hidden>
              {' *'}
            </span>
          )}
        </label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {note && (
        <p className={styles.note} id={noteId} role={error ? 'alert' : undefined}>
          {error && <CircleAlert size={13} aria-hidden />}
          <span>{note}</span>
        </p>
      )}
    </div>
  );
}
