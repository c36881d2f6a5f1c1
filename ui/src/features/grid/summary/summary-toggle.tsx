import { Sigma } from 'lucide-react';
import bar from '@/table/view/status-bar.module.css';

import { gridMessages as messages } from '../grid-messages';

export interface SummaryToggleProps {
  isVisible: boolean;
  onChange: (isVisible: boolean) => void;
}

/** The button that shows or hides the summary row. */
export function SummaryToggle({ isVisible, onChange }: SummaryToggleProps) {
  return (
    <button
      type="button"
      className={bar.toggle}
      aria-pressed={isVisible}
      onClick={() => onChange(!isVisible)}
    >
      <Sigma size={13} aria-hidden /> {messages.summary.button}
    </button>
  );
}
