import { ChevronRight, PanelLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import { componentsMessages } from '@/components/components-messages';
import { useOpenSidebar } from '@/lib/sidebar-context';
import { cx } from '@/lib/text/cx';
import { IconButton } from './controls/icon-button';
import styles from './page-header.module.css';

const messages = componentsMessages.page;

export interface Crumb {
  label: string;
  /** The URL of the parent page; undefined if it has no page. */
  href?: string;
  /** Further props of the link, for example of a drop target. */
  linkProps?: Omit<ComponentProps<'a'>, 'href'>;
}

export interface PageHeaderProps extends Omit<ComponentProps<'header'>, 'title'> {
  /** The parent pages, outermost first. */
  crumbs?: readonly Crumb[];
  /** The page's h1. */
  title: ReactNode;
  /** Content next to the title: a badge, a help button. */
  titleAddon?: ReactNode;
  /** The buttons at the end of the header. */
  actions?: ReactNode;
}

/** The header of a page: the parent pages, the title and the actions. Below 800 px it also contains the button that opens the sidebar. */
export function PageHeader({
  crumbs = [],
  title,
  titleAddon,
  actions,
  className,
  ...props
}: PageHeaderProps) {
  const openSidebar = useOpenSidebar();
  return (
    <header className={cx(styles.header, className)} {...props}>
      {openSidebar && (
        <IconButton label={messages.openSidebar} icon={<PanelLeft aria-hidden />} onClick={openSidebar} />
      )}
      <nav aria-label={messages.breadcrumbs} className={styles.breadcrumbs}>
        <ol>
          {crumbs.map((crumb) => (
            <li key={crumb.href ?? crumb.label} className={styles.crumb}>
              {crumb.href === undefined ? (
                <span dir="auto">{crumb.label}</span>
              ) : (
                <Link href={crumb.href} dir="auto" {...crumb.linkProps}>
                  {crumb.label}
                </Link>
              )}
              <ChevronRight size={14} aria-hidden />
            </li>
          ))}
          <li className={styles.currentPage} aria-current="page">
            <h1 dir="auto" className={styles.title}>
              {title}
            </h1>
            {titleAddon}
          </li>
        </ol>
      </nav>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
