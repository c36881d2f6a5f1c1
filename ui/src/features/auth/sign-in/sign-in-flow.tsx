import { createContext, use } from 'react';
import type { User, Workspace } from '@/lib/api.gen';
import type { CodeType, SessionOptions, useSignIn } from '../api/auth-mutations';

/** A step of the sign-in form. */
export type SignInStep = 'start' | 'password' | 'sign-up' | 'recovery' | CodeStep;

/** Enters the code of a mail that was sent. */
export interface CodeStep {
  code: CodeType;
}

/** The state that the steps of a sign-in form share. */
export interface SignInFlow {
  workspace: Workspace;
  email: string;
  setEmail: (email: string) => void;
  goTo: (step: SignInStep) => void;
  /** The user whose session expired on this page. */
  previousUser: User | undefined;
  /** The path that the link of a mail opens. */
  next: string;
  /** Options of the requests that start a session. */
  options: SessionOptions;
  /** Signs in with a password. Shared, so that an error is also shown in the step for the password. */
  signIn: ReturnType<typeof useSignIn>;
}

export const SignInFlowContext = createContext<SignInFlow | null>(null);

/** Returns what the steps of the form share. Throws outside of a SignInForm. */
export function useSignInFlow(): SignInFlow {
  const flow = use(SignInFlowContext);
  if (!flow) throw new Error('useSignInFlow outside of SignInForm');
  return flow;
}
