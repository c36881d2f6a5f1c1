import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { toast } from '@/components/overlays/toast';
import { PageHeader } from '@/components/page-header';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { hrefs } from '@/lib/routes';
import { useUser } from '@/lib/session';
import { accountMessages } from './account-messages';
import styles from './account-page.module.css';
import { PasswordForm } from './password-form';

const messages = accountMessages.password;

/** Where the links of invitations and of password resets lead: sets the password of the user whom the link signed in. */
export function SetPasswordPage() {
  const user = useUser();
  const [, navigate] = useLocation();
  useDocumentTitle(messages.set);
  return (
    <>
      <PageHeader title={messages.set} />
      <div className={styles.page}>
        <div className={styles.setPassword}>
          <p>{messages.account(<b dir="auto">{user.email}</b>)}</p>
          <p>{messages.setHint}</p>
          <PasswordForm
            onSaved={() => {
              toast.done(messages.saved);
              navigate(hrefs.home(), { replace: true });
            }}
          >
            <Button onClick={() => navigate(hrefs.home(), { replace: true })}>{messages.later}</Button>
          </PasswordForm>
        </div>
      </div>
    </>
  );
}
