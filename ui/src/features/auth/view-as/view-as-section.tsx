import { Eye } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { hrefs } from '@/lib/routes';
import accountStyles from '../account/account-page.module.css';
import { AccountSection } from '../account/account-section';
import { viewAsMessages as messages } from './view-as-messages';

/** The part of the account page that leads to the choice of another user, or to what is missing for that. */
export function ViewAsSection() {
  const [, navigate] = useLocation();
  return (
    <AccountSection title={messages.title} hint={messages.hint}>
      <Button
        className={accountStyles.action}
        icon={<Eye aria-hidden />}
        onClick={() => navigate(hrefs.viewAs())}
      >
        {messages.open}
      </Button>
    </AccountSection>
  );
}
