import { Lock, RadioTower, X } from 'lucide-react';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '@/components/controls/button';
import { IconButton } from '@/components/controls/icon-button';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { Select } from '@/components/fields/select';
import { PageHeader } from '@/components/page-header';
import { checkChannelName } from '@/data/channels/channel';
import { useDocumentTitle } from '@/lib/browser/use-document-title';
import { hrefs } from '@/lib/routes';
import { channelsMessages } from '../channels-messages';
import styles from './channels-page.module.css';
import { recentChannels } from './recent-channels';

const messages = channelsMessages.page;

type Access = keyof typeof messages.accessOptions;
const accessOptions: readonly Access[] = ['public', 'private'];

/** The page on which the user joins a channel by its name. */
export function ChannelsPage() {
  useDocumentTitle(channelsMessages.title);
  return (
    <>
      <PageHeader title={channelsMessages.title} />
      <div className={styles.page}>
        <p className={styles.intro}>{messages.intro}</p>
        <JoinForm />
        <RecentList />
      </div>
    </>
  );
}

function JoinForm() {
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<Access>('public');
  const [isSubmitted, setSubmitted] = useState(false);
  const problem = checkChannelName(name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (problem === undefined) navigate(hrefs.channel(name.trim(), access === 'private'));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label={messages.name}
        error={isSubmitted && problem !== undefined ? messages.nameErrors[problem] : undefined}
      >
        <Input
          value={name}
          placeholder={messages.namePlaceholder}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field label={messages.access}>
        <Select
          value={access}
          onValueChange={(value) => setAccess(value as Access)}
          options={accessOptions.map((value) => ({ value, label: messages.accessOptions[value] }))}
        />
      </Field>
      <Button type="submit" variant="primary" className={styles.join}>
        {messages.join}
      </Button>
    </form>
  );
}

function RecentList() {
  const channels = useSyncExternalStore(recentChannels.subscribe, recentChannels.snapshot);
  if (channels.length === 0) return null;
  return (
    <section className={styles.recent}>
      <h2 className={styles.heading}>{messages.recent}</h2>
      <ul>
        {channels.map(({ name, isPrivate }) => (
          <li key={name} className={styles.item}>
            <Link href={hrefs.channel(name, isPrivate)} className={styles.link}>
              {isPrivate ? <Lock size={14} aria-hidden /> : <RadioTower size={14} aria-hidden />}
              <span className={styles.name} dir="auto">
                {name}
              </span>
              <small>{isPrivate ? messages.privateChannel : messages.publicChannel}</small>
            </Link>
            <IconButton
              size="sm"
              label={messages.forget(name)}
              icon={<X aria-hidden />}
              onClick={() => recentChannels.remove(name)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
