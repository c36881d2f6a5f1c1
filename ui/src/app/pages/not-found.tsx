import { Compass } from 'lucide-react';
import { useLocation } from 'wouter';
import { shellMessages } from '@/app/shell/shell-messages';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/page-header';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { hrefs } from '@/lib/routes';

const messages = shellMessages.notFound;

/** Shown for a URL that belongs to no page. */
export function NotFound() {
  const [, navigate] = useLocation();
  useDocumentTitle(messages.title);
  return (
    <>
      <PageHeader title={messages.title} />
      <EmptyState
        icon={<Compass aria-hidden />}
        title={messages.title}
        action={
          <Button variant="primary" onClick={() => navigate(hrefs.home())}>
            {messages.goHome}
          </Button>
        }
      >
        {messages.hint}
      </EmptyState>
    </>
  );
}
