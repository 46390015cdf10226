/** A form that creates an account. */

import { Button, Form, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { findPasswordError, NewPasswordFields } from './new-password-fields.tsx'

export function SignUpForm({ signedIn }: { signedIn(): Promise<void> }) {
  const [password, setPassword] = useState({ first: '', second: '' })
  const { busy, problem, run } = useAction()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email'))
    const account = { name: String(form.get('username')).trim(), password: password.first }
    void run(async () => {
      await requestResource('POST /account', {}, { body: email === '' ? account : { ...account, email } })
      await signedIn()
    })
  }

  return (
    <Form className="entry" onSubmit={submit}>
      {problem && <ErrorNotice text={problem} />}
      <TextInput
        id="username"
        name="username"
        labelText={t('Name')}
        helperText={t("1 to 64 letters and digits, with blanks and . _ @ + ' - inside.")}
        autoComplete="username"
        autoFocus
        required
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextInput id="email" name="email" type="email" labelText={t('E-mail (optional)')} autoComplete="email" />
      <NewPasswordFields label={t('Password')} value={password} change={setPassword} />
      <Button type="submit" disabled={busy || findPasswordError(password) !== undefined || password.second === ''}>
        {t('Sign up')}
      </Button>
    </Form>
  )
}
