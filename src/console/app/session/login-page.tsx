/** The login page. */
import { Button, Layer, PasswordInput, TextInput } from '@carbon/react'
import type { FormEvent } from 'react'
import type { RequestError } from '../../../ui/api/client.ts'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { ProductMark } from '../../../ui/shell/product-mark.tsx'
import { signIn } from '../api/session.ts'

export default function LoginPage({ signedIn }: { signedIn(): Promise<void> }) {
  const { busy, problem, run } = useAction()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void run(async () => {
      await signIn(String(form.get('username')), String(form.get('password'))).catch(inOwnWords)
      await signedIn()
    })
  }

  return (
    <Layer as="main" className="login">
      <form className="login__form" onSubmit={submit}>
        <div className="login__head">
          <ProductMark className="login__mark" />
          <h1 className="login__title">MQ Console</h1>
          <p className="login__lead">Log in to work with queue managers, queues and messages.</p>
        </div>
        {problem && <ErrorNotice text={problem} />}
        <TextInput
          id="username"
          name="username"
          labelText="User Name"
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
          Log in
        </Button>
      </form>
    </Layer>
  )
}

function inOwnWords(error: RequestError): never {
  throw error.status === 401 ? new Error('The user name or the password is not right.') : error
}
