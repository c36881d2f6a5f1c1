import { Compass } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '@/components/empty-state';
import { PageHeader } from '@/components/page-header';
import { hrefs } from '@/lib/routes';
import { useTitle } from '@/lib/use-title';

/** An address that leads nowhere. */
export function NotFound() {
  useTitle('No such page');
  return (
    <>
      <PageHeader title="No such page" />
      <EmptyState
        icon={<Compass aria-hidden />}
        title="This address leads nowhere"
        action={<Link href={hrefs.home()}>Go to the first page</Link>}
      >
        It may have been cut when it was copied.
      </EmptyState>
    </>
  );
}
