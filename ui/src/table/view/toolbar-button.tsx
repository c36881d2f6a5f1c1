import type { ComponentProps, ReactNode } from 'react';
import chips from '@/table/filters/view-chip.module.css';

export interface ToolbarButtonProps extends ComponentProps<'button'> {
  icon?: ReactNode;
  caption: string;
  /** The order in which a narrow toolbar hides the captions of its buttons. */
  collapse: 'first' | 'second' | 'last';
}

/** A button of the toolbar of a table's page. It shows `children` after the caption. */
export function ToolbarButton({ icon, caption, collapse, children, ...props }: ToolbarButtonProps) {
  return (
    <button type="button" className={chips.add} data-collapse={collapse} {...props}>
      {icon}
      <span className={chips.caption}>{caption}</span>
      {children}
    </button>
  );
}
