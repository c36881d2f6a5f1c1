import { Compass } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { EmptyState } from '@/components/feedback/empty-state';
import { PageHeader } from '@/components/page-header';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { hrefs } from '@/lib/routes';

/** An address that leads nowhere. */
export function NotFound() {
  const [, navigate] = useLocation();
  useDocumentTitle('No such page');
  return (
    <>
      <PageHeader title="No such page" />
      <EmptyState
        icon={<Compass aria-hidden />}
        title="This address leads nowhere"
        action={
          <Button variant="primary" onClick={() => navigate(hrefs.home())}>
            Go to the first page
          </Button>
        }
      >
        It may have been cut when it was copied.
      </EmptyState>
    </>
  );
}
