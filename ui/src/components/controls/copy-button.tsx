import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { componentsMessages } from '@/components/components-messages';
import { Button, type ButtonProps } from './button';

const messages = componentsMessages.copy;

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'icon'> {
  text: string;
}

/** A button that copies a text to the clipboard. Shows a check mark for a short time after the copy. */
export function CopyButton({ text, children = messages.copy, ...props }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1_600);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button size="sm" icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />} onClick={copy} {...props}>
      <span aria-live="polite">{copied ? messages.copied : children}</span>
    </Button>
  );
}
