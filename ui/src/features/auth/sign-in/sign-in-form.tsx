import { useState } from 'react';
import type { User, Workspace } from '@/lib/api.gen';
import { hrefs } from '@/lib/routes';
import { useSignIn } from '../api/auth-mutations';
import { getCurrentPath } from '../providers/open-provider';
import { useCaptcha } from './captcha/use-captcha';
import { type SignInFlow, SignInFlowContext, type SignInStep } from './sign-in-flow';
import styles from './sign-in-form.module.css';
import { CodeStep } from './steps/code-step';
import { PasswordStep } from './steps/password-step';
import { RecoveryStep } from './steps/recovery-step';
import { SignUpStep } from './steps/sign-up-step';
import { StartStep } from './steps/start-step';
import { useSignInSteps } from './use-sign-in-steps';

export interface SignInFormProps {
  workspace: Workspace;
  /** The user whose session expired. */
  previousUser?: User;
  /** Whether the current account stays signed in. */
  isAdding?: boolean;
}

/** Signs in with any method that the workspace allows, step by step: the email address, then a password or a code. */
export function SignInForm({ workspace, previousUser, isAdding = false }: SignInFormProps) {
  const [email, setEmail] = useState(previousUser?.email ?? '');
  const captcha = useCaptcha(workspace.signIn.captcha);
  const target = isAdding ? { isAdding, reload: true, next: '/' } : { previousUser };
  const options = { ...target, takeProof: captcha.takeProof };
  const next = isAdding ? '/' : previousUser ? hrefs.signedIn() : getCurrentPath();
  const signIn = useSignIn('sign-in', options);
  const [firstStep] = useState(() => getFirstStep(workspace, previousUser));
  // The history of a page does not contain the steps of the dialog above it.
  const [step, goTo] = useSignInSteps(firstStep, previousUser === undefined, signIn.reset);
  const flow: SignInFlow = { workspace, email, setEmail, goTo, previousUser, next, options, signIn };
  return (
    <SignInFlowContext value={flow}>
      <div className={styles.form}>
        <Step step={step} />
        {captcha.widget}
      </div>
    </SignInFlowContext>
  );
}

function Step({ step }: { step: SignInStep }) {
  if (typeof step === 'object') return <CodeStep key={step.code} type={step.code} />;
  switch (step) {
    case 'start':
      return <StartStep />;
    case 'password':
      return <PasswordStep />;
    case 'sign-up':
      return <SignUpStep />;
    case 'recovery':
      return <RecoveryStep />;
  }
}

/** A user whose session expired starts with the method of that session. */
function getFirstStep({ signIn }: Workspace, previousUser: User | undefined): SignInStep {
  return previousUser?.signInMethod === 'password' && signIn.password ? 'password' : 'start';
}
