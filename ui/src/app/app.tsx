import { Toaster } from '@/components/overlays/toast';
import { VisitProvider } from '@/features/changes/visit-provider';
import { UploadPanel } from '@/features/files/uploads/upload-panel';
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
