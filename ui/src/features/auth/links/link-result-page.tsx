import { MailCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/controls/button';
import type { AuthLinkResult } from '@/lib/auth/auth-link';
import { AuthLayout } from '../sign-in/layout/auth-layout';
import { linkMessages as messages } from './link-messages';
import { LinkNotice } from './link-notice';
import { SignInErrorPage } from './sign-in-error-page';

/** A result that the user must read or decide. */
export type ShownResult = Exclude<AuthLinkResult, { kind: 'signed-in' }>;

export interface LinkResultPageProps {
  result: ShownResult;
  /** Opens the app with the session that the browser has. */
  onContinue: () => void;
  /** Signs in the link's user. */
  onSwitch: (switchUser: () => Promise<AuthLinkResult>) => Promise<void>;
}

/** Shows what a link resulted in, unless it has just signed in the user. */
export function LinkResultPage({ result, onContinue, onSwitch }: LinkResultPageProps) {
  switch (result.kind) {
    case 'confirm-other-address':
      return <ConfirmOtherAddress onContinue={onContinue} />;
    case 'other-user':
      return <OtherUser onStay={onContinue} onSwitch={() => onSwitch(result.switchUser)} />;
    case 'failed':
      return <SignInErrorPage code={result.code} />;
  }
}

function ConfirmOtherAddress({ onContinue }: { onContinue: () => void }) {
  const { continue: label, ...text } = messages.confirmOther;
  return (
    <AuthLayout>
      <LinkNotice icon={<MailCheck aria-hidden />} role="status" {...text}>
        <Button variant="primary" size="lg" onClick={onContinue}>
          {label}
        </Button>
      </LinkNotice>
    </AuthLayout>
  );
}

/** Asks before the link's user is signed in besides the current one. */
function OtherUser({ onStay, onSwitch }: { onStay: () => void; onSwitch: () => Promise<void> }) {
  const [isPending, setPending] = useState(false);
  const { title, unknownUser, hint, switchUser, stay } = messages.otherUser;
  return (
    <AuthLayout>
      <LinkNotice icon={<Users aria-hidden />} title={title} reason={unknownUser} nextStep={hint}>
        <Button
          variant="primary"
          size="lg"
          pending={isPending}
          onClick={() => {
            setPending(true);
            void onSwitch();
          }}
        >
          {switchUser}
        </Button>
        <Button size="lg" disabled={isPending} onClick={onStay}>
          {stay}
        </Button>
      </LinkNotice>
    </AuthLayout>
  );
}
