import { SearchX } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/page-header';
import { findAction } from '@/data/actions/offers/offers';
import { useSchema } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { hrefs } from '@/lib/routes';
import { actionsMessages } from '../actions-messages';
import { ActionList } from './action-list';
import { ActionPage } from './action-page';
import styles from './actions-page.module.css';

const messages = actionsMessages.page;

/** The list of actions, or the page of an action. */
export function ActionsPage({ action: id }: { action: string }) {
  const schema = useSchema();
  const action = findAction(schema, id);
  useDocumentTitle(action?.title ?? actionsMessages.title);
  if (id === '') return <ActionList />;
  if (action && !action.hidden) return <ActionPage key={id} action={action} />;
  return (
    <>
      <PageHeader crumbs={[{ label: actionsMessages.title, href: hrefs.actions() }]} title={id} />
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={messages.notFound}
        action={
          <Link href={hrefs.actions()} className={styles.link}>
            {messages.all}
          </Link>
        }
      >
        {messages.notFoundHint(schema.role)}
      </EmptyState>
    </>
  );
}
