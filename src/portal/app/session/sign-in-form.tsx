/** Asks for a name and a password. */
import { Button, Form, InlineNotification, PasswordInput, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'

import type { Refused } from '../../../ui/api/client.ts'
import { ask } from '../api/client.ts'

export function SignInForm({ signedIn }: { signedIn(): void }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { name: String(form.get('username')), password: String(form.get('password')) }
    setBusy(true)
    setProblem(undefined)
    try {
      await ask('POST /session', {}, { body })
      signedIn()
    } catch (error) {
      setProblem((error as Refused).message)
      setBusy(false)
    }
  }

  return (
    <Form className="entry" onSubmit={(event) => void submit(event)}>
      {problem && (
        <InlineNotification kind="error" title={problem} lowContrast hideCloseButton role="alert" />
      )}
      <TextInput
        id="username"
        name="username"
        labelText="Name"
        autoComplete="username"
        autoFocus
        required
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordInput
        id="password"
        name="password"
        labelText="Password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" disabled={busy}>
        Sign in
      </Button>
    </Form>
  )
}
