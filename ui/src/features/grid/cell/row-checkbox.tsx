import type { ComponentProps } from 'react';
import styles from '@/components/controls/checkbox.module.css';

export interface RowCheckboxProps extends Omit<ComponentProps<'button'>, 'type' | 'role'> {
  checked: boolean;
}

/**
 * A check box with the appearance of Checkbox, as a single element while it is not checked. Checkbox needs eight
 * components, which takes time when rows are rendered while the grid scrolls.
 */
export function RowCheckbox({ checked, onKeyDown, ...props }: RowCheckboxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input can't be styled like the other check boxes
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      data-state={checked ? 'checked' : 'unchecked'}
      className={styles.box}
      onKeyDown={(event) => {
        // Check boxes toggle on Space only.
        if (event.key === 'Enter') event.preventDefault();
        onKeyDown?.(event);
      }}
      {...props}
    >
      {checked && (
        <span className={styles.mark}>
          <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden>
            <path d="M20 6 9 17l-5-5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </span>
      )}
    </button>
  );
}
