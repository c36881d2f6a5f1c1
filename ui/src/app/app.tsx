import { Toaster } from '@/components/overlays/toast';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
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
        <ChangeSessionProvider>
          <Shell>
            <Pages />
          </Shell>
        </ChangeSessionProvider>
        <UploadPanel />
      </SessionGate>
      <Toaster />
    </Providers>
  );
}
