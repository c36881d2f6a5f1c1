import { Toaster } from '@/components/overlays/toast';
import { ChangeSessionProvider } from '@/features/changes/change-session-provider';
import { UploadPanel } from '@/features/files/uploads/upload-panel';
import { MotionProvider } from './motion-provider';
import { Pages } from './pages';
import { Shell } from './shell/shell';

/** The app of a signed-in user: the shell with its pages, uploads and toasts. */
export function SignedInApp() {
  return (
    <MotionProvider>
      <ChangeSessionProvider>
        <Shell>
          <Pages />
        </Shell>
      </ChangeSessionProvider>
      <UploadPanel />
      <Toaster />
    </MotionProvider>
  );
}
