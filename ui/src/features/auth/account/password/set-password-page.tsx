import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { toast } from '@/components/overlays/toast';
import { useUser } from '@/lib/auth/session';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { hrefs } from '@/lib/routes';
import { AuthHeader, AuthLayout } from '../../sign-in/layout/auth-layout';
import { accountMessages } from '../account-messages';
import styles from '../account-page.module.css';
import { PasswordForm } from './password-form';

const messages = accountMessages.password;

/** Sets the password of the user whom the link of an invitation or a password reset has signed in. */
export function SetPasswordPage() {
  const user = useUser();
  const [, navigate] = useLocation();
  useDocumentTitle(messages.set);
  return (
    <AuthLayout>
      <AuthHeader title={messages.set}>{messages.setHint(<b dir="auto">{user.email}</b>)}</AuthHeader>
      <div className={styles.setPassword}>
        <PasswordForm
          size="lg"
          onSaved={() => {
            toast.done(messages.saved);
            navigate(hrefs.home(), { replace: true });
          }}
        >
          <Button size="lg" variant="ghost" onClick={() => navigate(hrefs.home(), { replace: true })}>
            {messages.later}
          </Button>
        </PasswordForm>
      </div>
    </AuthLayout>
  );
}
