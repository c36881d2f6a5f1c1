import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { SessionContext } from '@/lib/auth/session';
import { session } from '@/testing/api-fixtures';

/** Renders a component with the providers of the app and a signed-in user. Requests are not retried. */
export function renderApp(children: ReactNode): RenderResult & { user: UserEvent } {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const result = render(
    <QueryClientProvider client={client}>
      <Tooltip.Provider delayDuration={0}>
        <SessionContext value={session}>{children}</SessionContext>
      </Tooltip.Provider>
    </QueryClientProvider>,
  );
  return { ...result, user: userEvent.setup() };
}
