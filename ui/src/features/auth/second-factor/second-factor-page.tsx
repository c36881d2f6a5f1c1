import { ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/controls/button';
import { useSignOut } from '../api/auth-mutations';
import { AuthLayout } from '../sign-in/layout/auth-layout';
import { FactorEnrolment } from './factor-enrolment';
import { secondFactorMessages } from './second-factor-messages';
import styles from './second-factor-page.module.css';
import { SecondFactorPrompt } from './second-factor-prompt';

const { prompt, enrolment } = secondFactorMessages;

export interface SecondFactorPageProps {
  /** Whether the user has no second factor, and the workspace requires one. */
  mustEnrol: boolean;
  onSkip?: (() => void) | undefined;
}

/** Asks for the second factor after the sign-in, in place of any page. */
export function SecondFactorPage({ mustEnrol, onSkip }: SecondFactorPageProps) {
  const title = mustEnrol ? enrolment.requiredTitle : prompt.title;
  const signOut = useSignOut();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <AuthLayout>
      <div className={styles.page}>
        <span className={styles.icon}>
          <ShieldCheck aria-hidden />
        </span>
        <header className={styles.header}>
          <h1>{title}</h1>
          <p>{mustEnrol ? enrolment.requiredHint : prompt.hint}</p>
        </header>
        {mustEnrol ? (
          <>
            <FactorEnrolment onDone={() => {}} />
            <Button variant="ghost" pending={signOut.isPending} onClick={() => signOut.mutate('local')}>
              {prompt.signOut}
            </Button>
          </>
        ) : (
          <SecondFactorPrompt onSkip={onSkip} />
        )}
      </div>
    </AuthLayout>
  );
}
