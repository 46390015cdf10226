/** Makes an account. */
import { Button, Form, InlineNotification, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'

import type { Refused } from '../../../ui/api/client.ts'
import { ask } from '../api/client.ts'
import { NewPassword, passwordFault } from './new-password.tsx'

export function SignUpForm({ signedIn }: { signedIn(): void }) {
  const [password, setPassword] = useState({ first: '', second: '' })
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email'))
    const account = { name: String(form.get('username')).trim(), password: password.first }
    setBusy(true)
    setProblem(undefined)
    try {
      await ask('POST /account', {}, { body: email === '' ? account : { ...account, email } })
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
        helperText="1 to 64 characters, without a colon."
        autoComplete="username"
        autoFocus
        required
        maxLength={64}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextInput id="email" name="email" type="email" labelText="E-mail (optional)" autoComplete="email" />
      <NewPassword label="Password" value={password} change={setPassword} />
      <Button
        type="submit"
        disabled={busy || passwordFault(password) !== undefined || password.second === ''}
      >
        Sign up
      </Button>
    </Form>
  )
}
