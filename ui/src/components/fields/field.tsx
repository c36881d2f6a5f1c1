import { CircleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import { cx } from '@/lib/cx';
import styles from './field.module.css';

interface FieldControl {
  id: string;
  required: boolean | undefined;
  disabled: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** What ties a control to the Field around it: id, aria-describedby, aria-invalid, required, disabled. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {};
}

export interface FieldProps extends Omit<ComponentProps<'div'>, 'title'> {
  label: ReactNode;
  /** What to know before filling it in. */
  help?: ReactNode;
  /** What is wrong with what is in it; takes the place of help. */
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Beside the label, at the line's end: a type, a counter, a link. */
  aside?: ReactNode;
  /** The label is only for assistive technology. */
  hideLabel?: boolean;
}

/** A control with its label, help and error. The controls of this folder find their Field by themselves. */
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
