import { Sigma } from 'lucide-react';
import bar from '@/table/view/status-bar.module.css';

import { gridMessages as messages } from '../grid-messages';

export interface SummaryToggleProps {
  shown: boolean;
  onChange: (shown: boolean) => void;
}

/** The button that shows or hides the summary row. */
export function SummaryToggle({ shown, onChange }: SummaryToggleProps) {
  return (
    <button type="button" className={bar.toggle} aria-pressed={shown} onClick={() => onChange(!shown)}>
      <Sigma size={13} aria-hidden /> {messages.summary.button}
    </button>
  );
}
