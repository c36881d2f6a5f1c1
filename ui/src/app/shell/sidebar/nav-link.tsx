import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Tooltip } from '@/components/overlays/tooltip';
import { VisuallyHidden } from '@/components/visually-hidden';
import styles from './sidebar.module.css';

export interface NavLinkProps {
  href: string;
  current: boolean;
  icon: ReactNode;
  label: string;
  /** Short, at the line's end, and what it says in full. */
  count?: { short: string; full: string } | undefined;
  /** The sidebar shows icons only: the label is a tooltip. */
  collapsed: boolean;
}

/** A page in the sidebar. */
export function NavLink({ href, current, icon, label, count, collapsed }: NavLinkProps) {
  const link = (
    <Link href={href} className={styles.link} aria-current={current ? 'page' : undefined}>
      {icon}
      <span className={styles.label} dir="auto">
        {label}
      </span>
      {count && (
        <small className={styles.count}>
          <span aria-hidden>{count.short}</span>
          <VisuallyHidden>, {count.full}</VisuallyHidden>
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
