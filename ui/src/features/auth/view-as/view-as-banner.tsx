import { Eye } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { toast } from '@/components/overlays/toast';
import { useSession } from '@/lib/auth/session';
import styles from './view-as.module.css';
import { useEndViewAs } from './view-as-api';
import { viewAsMessages as messages } from './view-as-messages';

/** Milliseconds between updates of the remaining time. */
const updateInterval = 10_000;

const minute = 60_000;

/** Names the user as whom the workspace is viewed, and ends the mode with a button and when its time is over. */
export function ViewAsBanner() {
  const { user, workspace } = useSession();
  const { endsAt } = workspace.viewAs;
  const [left, setLeft] = useState(() => endsAt - Date.now());
  const { mutate, isPending } = useEndViewAs();
  const end = useEffectEvent(() =>
    mutate(undefined, { onError: (error) => toast.error(error, messages.ended) }),
  );
  useEffect(() => {
    const timer = setInterval(() => {
      const next = endsAt - Date.now();
      setLeft(next);
      if (next <= 0) end();
    }, updateInterval);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <div className={styles.banner} role="status">
      <Eye size={14} aria-hidden />
      <span className={styles.bannerText}>
        <b>{messages.active(user.name || user.email)}</b>{' '}
        <span className={styles.left}>{messages.endsIn(Math.max(1, Math.ceil(left / minute)))}</span>
      </span>
      <Button size="sm" pending={isPending} onClick={end}>
        {messages.end}
      </Button>
    </div>
  );
}
