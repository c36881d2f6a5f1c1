import { useCallback, useEffect, useState } from 'react';
import type { SignInStep } from './sign-in-flow';

/** The steps that lead to the shown one, which is the last. In the state of the history entry, which can be any value. */
interface StepState {
  signInSteps?: readonly SignInStep[];
}

const readSteps = (): readonly SignInStep[] | undefined => (history.state as StepState | null)?.signInSteps;

const isSame = (a: SignInStep, b: SignInStep) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Returns the shown step of the sign-in form and the function that shows another step. With `usesHistory`, each step is
 * an entry of the browser's history, so that Back and Forward lead through the steps; a step that the user returns to
 * is not added again. A step that the form shows after a reload is the first step, because it has no email address.
 */
export function useSignInSteps(
  firstStep: SignInStep,
  usesHistory: boolean,
  onChange: () => void,
): [step: SignInStep, goTo: (step: SignInStep) => void] {
  const [step, setStep] = useState(firstStep);
  const show = useCallback(
    (next: SignInStep) => {
      setStep(next);
      onChange();
    },
    [onChange],
  );
  useEffect(() => {
    if (!usesHistory) return;
    if (readSteps()) history.replaceState(null, '');
    const follow = () => show(readSteps()?.at(-1) ?? firstStep);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [usesHistory, show, firstStep]);
  const goTo = (next: SignInStep) => {
    if (!usesHistory) return show(next);
    const steps = readSteps() ?? [firstStep];
    const index = steps.findLastIndex((visited) => isSame(visited, next));
    if (index === steps.length - 1) return show(next);
    if (index >= 0) return history.go(index + 1 - steps.length);
    history.pushState({ signInSteps: [...steps, next] } satisfies StepState, '');
    show(next);
  };
  return [step, goTo];
}
