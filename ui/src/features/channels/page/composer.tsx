import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import { Textarea } from '@/components/fields/textarea';
import type { SendResult } from '@/data/channels/channel';
import { isComposing } from '@/lib/browser/keyboard/keyboard';
import { channelsMessages } from '../channels-messages';
import styles from './composer.module.css';
import { type Format, parseMessage } from './parse-message';

const messages = channelsMessages.composer;
const formats: readonly Format[] = ['text', 'json'];

export interface ComposerProps {
  isJoined: boolean;
  onSend: (event: string, payload: unknown) => Promise<SendResult>;
}

/** The form that sends a message to a channel. Enter sends, Shift+Enter starts a new line. */
export function Composer({ isJoined, onSend }: ComposerProps) {
  const [event, setEvent] = useState('message');
  const [format, setFormat] = useState<Format>('text');
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async () => {
    if (!isJoined || isSending) return;
    const { payload, problem } = parseMessage(format, text);
    const invalid = event.trim() === '' ? messages.noEvent : problem;
    setError(invalid ?? '');
    if (invalid !== undefined) return;
    setSending(true);
    const result = await onSend(event.trim(), payload);
    setSending(false);
    if (result !== 'ok') setError(messages.errors[result]);
    // The user can have typed more while the message was sent.
    else setText((current) => (current === text ? '' : current));
  };
  const submit = (submitted: SyntheticEvent) => {
    submitted.preventDefault();
    void send();
  };
  const onKeyDown = (pressed: KeyboardEvent) => {
    if (pressed.key === 'Enter' && !pressed.shiftKey && !isComposing(pressed.nativeEvent)) submit(pressed);
  };
  return (
    <form className={styles.composer} aria-label={messages.label} onSubmit={submit}>
      <Field className={styles.event} label={messages.event} hideLabel>
        <Input value={event} maxLength={100} onChange={({ target }) => setEvent(target.value)} />
      </Field>
      <Field className={styles.format} label={messages.format} hideLabel>
        <Select
          value={format}
          onValueChange={(value) => setFormat(value as Format)}
          options={formats.map((value) => ({ value, label: messages.formats[value] }))}
        />
      </Field>
      <Field className={styles.text} label={messages.text} hideLabel error={error}>
        <Textarea
          value={text}
          mono={format === 'json'}
          placeholder={format === 'json' ? '{"minutes": 5}' : messages.textPlaceholder}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className={styles.send}
        disabled={!isJoined || text === ''}
        pending={isSending}
        icon={<SendHorizontal aria-hidden />}
      >
        {messages.send}
      </Button>
    </form>
  );
}
