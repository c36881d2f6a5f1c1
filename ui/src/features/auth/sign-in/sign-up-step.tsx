import { type FormEvent, useState } from 'react';
import { Button } from '@/components/controls/button';
import { ErrorNotice } from '@/components/feedback/error-notice';
import { Field } from '@/components/fields/field';
import { Input } from '@/components/fields/input';
import { useSignIn } from '../api/auth-mutations';
import { NewPasswordField } from '../password/new-password-field';
import { meetsPasswordRules } from '../password/password-rules';
import { useSignInFlow } from './sign-in-flow';
import styles from './sign-in-form.module.css';
import { signInMessages as messages } from './sign-in-messages';
import { StepTitle } from './step-title';

/** Creates an account with e-mail address and password. If the address must be confirmed, asks for the code of the mail. */
export function SignUpStep() {
  const { workspace, email, setEmail, goTo, options } = useSignInFlow();
  const [password, setPassword] = useState('');
  const signUp = useSignIn('sign-up', options);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signUp.isPending || !meetsPasswordRules(password, workspace.signIn)) return;
    const address = email.trim();
    setEmail(address);
    signUp.mutate(
      { email: address, password },
      { onSuccess: ({ user }) => !user && goTo({ code: 'signup' }) },
    );
  };
  return (
    <form onSubmit={submit} className={styles.fields} aria-label={messages.signUp}>
      <StepTitle title={messages.signUpTitle} />
      {signUp.error && <ErrorNotice error={signUp.error} />}
      <Field label={messages.email}>
        <Input
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <NewPasswordField
        label={messages.password}
        rules={workspace.signIn}
        value={password}
        onValueChange={setPassword}
      />
      <Button type="submit" variant="primary" size="lg" pending={signUp.isPending}>
        {messages.signUp}
      </Button>
      <p className={styles.note}>
        {messages.signInQuestion}{' '}
        <button type="button" className={styles.link} onClick={() => goTo('start')}>
          {messages.signIn}
        </button>
      </p>
    </form>
  );
}
