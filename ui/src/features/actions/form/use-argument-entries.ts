import { useState } from 'react';
import { type CheckedArguments, checkArguments, getInitialEntry } from '@/data/actions/arguments/action-body';
import type { EnteredFields } from '@/data/rows/record-form.utils';
import type { EnteredValue } from '@/data/values/checks/check-value';
import type { ActionArgument } from '@/lib/api.gen';
import { useUser } from '@/lib/auth/session';
import { getZone } from '@/lib/browser/zone/zone';

export interface ArgumentEntries {
  args: readonly ActionArgument[];
  entered: EnteredFields;
  set: (argument: ActionArgument, entry: EnteredValue) => void;
  /** Error messages by argument: of invalid values after a submit, and of the last call. */
  problems: Readonly<Record<string, string>>;
  /** Checks the values. Returns undefined, and shows the problems, if one is invalid. */
  submit: () => CheckedArguments | undefined;
  /** Shows errors that the database reported for arguments. */
  report: (problems: Readonly<Record<string, string>>) => void;
}

/** The values of a form of arguments. */
export function useArgumentEntries(args: readonly ActionArgument[]): ArgumentEntries {
  const { id: userId } = useUser();
  const [entered, setEntered] = useState<EnteredFields>(() => {
    const context = { userId, now: new Date(), zone: getZone() };
    return Object.fromEntries(args.map((argument) => [argument.name, getInitialEntry(argument, context)]));
  });
  const [isSubmitted, setSubmitted] = useState(false);
  const [reported, setReported] = useState<Readonly<Record<string, string>>>({});
  const checked = checkArguments(args, entered);
  return {
    ...{ args, entered },
    problems: { ...reported, ...(isSubmitted ? checked.problems : {}) },
    set: ({ name }, entry) => {
      setEntered({ ...entered, [name]: entry });
      const { [name]: _, ...others } = reported;
      setReported(others);
    },
    submit: () => {
      setSubmitted(true);
      setReported({});
      return Object.keys(checked.problems).length > 0 ? undefined : checked;
    },
    report: setReported,
  };
}
