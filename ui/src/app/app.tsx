import { Toaster } from '@/components/toast';
import { UploadPanel } from '@/features/files/components/upload-panel';
import { VisitProvider } from '@/features/rows/components/changes/visit-provider';
import { Pages } from './pages';
import { Providers } from './providers';
import { SessionGate } from './session-gate';
import { Shell } from './shell/shell';

/** The whole app. */
export function App() {
  return (
    <Providers>
      <SessionGate>
        <VisitProvider>
          <Shell>
            <Pages />
          </Shell>
        </VisitProvider>
        <UploadPanel />
      </SessionGate>
      <Toaster />
    </Providers>
  );
}
