import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Tooltip } from '@/components/overlays/tooltip';
import { VisuallyHidden } from '@/components/visually-hidden';
import { shellMessages } from '../shell-messages';
import styles from './sidebar.module.css';

export interface NavLinkProps {
  href: string;
  current: boolean;
  icon: ReactNode;
  label: string;
  /** A number at the end of the line: the visible short form, and the full text for screen readers. */
  count?: { short: string; full: string } | undefined;
  /** A mark at the end of the line: its icon, and its text for screen readers and as a tooltip. */
  mark?: { icon: ReactNode; text: string } | undefined;
  /** Whether the sidebar shows only icons. The label is a tooltip then. */
  collapsed: boolean;
}

/** A link to a page in the sidebar. */
export function NavLink({ href, current, icon, label, count, mark, collapsed }: NavLinkProps) {
  const link = (
    <Link href={href} className={styles.link} aria-current={current ? 'page' : undefined}>
      {icon}
      <span className={styles.label} dir="auto">
        {label}
      </span>
      {mark && (
        <small className={styles.mark} title={mark.text}>
          {mark.icon}
          <VisuallyHidden>{shellMessages.countSuffix(mark.text)}</VisuallyHidden>
        </small>
      )}
      {count && (
        <small className={styles.count}>
          <span aria-hidden>{count.short}</span>
          <VisuallyHidden>{shellMessages.countSuffix(count.full)}</VisuallyHidden>
        </small>
      )}
    </Link>
  );
  return (
    <li>
      {collapsed ? (
        <Tooltip content={label} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}
