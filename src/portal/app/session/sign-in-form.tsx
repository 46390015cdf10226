/** A form with the user name and the password. */

import { Button, Form, TextInput } from '@carbon/react'
import type { FormEvent } from 'react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { PasswordInput } from '../../../ui/feedback/password-input.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'

export function SignInForm({ signedIn }: { signedIn(): Promise<void> }) {
  const { busy, problem, run } = useAction()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { name: String(form.get('username')), password: String(form.get('password')) }
    void run(async () => {
      await requestResource('POST /session', {}, { body })
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
        autoComplete="username"
        autoFocus
        required
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordInput
        id="password"
        name="password"
        labelText={t('Password')}
        autoComplete="current-password"
        required
      />
      <Button type="submit" disabled={busy}>
        {t('Sign in')}
      </Button>
    </Form>
  )
}
