/** The login page. */
import { Layer, TextInput } from '@carbon/react'
import { type FormEvent, lazy, Suspense } from 'react'
import type { RequestError } from '../../../ui/api/client.ts'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordInput } from '../../../ui/feedback/password-input.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import type { SignedOutReason } from '../../../ui/session/session-gate.tsx'
import { ProductMark } from '../../../ui/shell/product-mark.tsx'
import { t } from '../../../ui/text/t.ts'
import { request } from '../api/client.ts'

// Most servers have no provider.
const ProviderSignIn = lazy(() => import('../../../ui/session/provider-sign-in.tsx'))

export type LoginPageProps = { signedIn(): Promise<void>; reason: SignedOutReason }

export default function LoginPage({ signedIn, reason }: LoginPageProps) {
  const {
    value: ways,
    problem,
    reload,
  } = useResource('login', (signal) => request('GET /login/provider', {}, { signal }))

  return (
    <Layer as="main" className="login">
      <div className="login__form">
        <div className="login__head">
          <ProductMark className="login__mark" />
          <h1 className="login__title">{t('MQ Console')}</h1>
          <p className="login__lead">{t('Log in to work with queue managers, queues and messages.')}</p>
        </div>
        {reason === 'ended' && (
          <Notice kind="info" title={t('Your session has ended.')}>
            {t('Log in again to continue. What you have typed is kept in this tab.')}
          </Notice>
        )}
        {reason === 'signedOut' && <Notice kind="success" title={t('You are logged out.')} />}
        {problem && <ErrorNotice text={problem} again={reload} />}
        {ways?.passwords !== false && <PasswordForm signedIn={signedIn} />}
        {ways?.provider !== undefined && (
          <Suspense>
            <ProviderSignIn
              title={ways.provider}
              begin={() => request('POST /login/provider', {}, {})}
              complete={(query) => request('PUT /login/provider', {}, { body: { query } })}
              signedIn={signedIn}
            />
          </Suspense>
        )}
      </div>
    </Layer>
  )
}

function PasswordForm({ signedIn }: Pick<LoginPageProps, 'signedIn'>) {
  const { busy, problem, run } = useAction()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void run(async () => {
      const body = { username: String(form.get('username')), password: String(form.get('password')) }
      await request('POST /login', {}, { body }).catch(inOwnWords)
      await signedIn()
    })
  }

  return (
    <form className="entry" onSubmit={submit}>
      {problem && <ErrorNotice text={problem} />}
      <TextInput
        id="username"
        name="username"
        labelText={t('User Name')}
        autoComplete="username"
        autoFocus
        required
        spellCheck={false}
        autoCapitalize="none"
      />
      <PasswordInput id="password" name="password" labelText={t('Password')} autoComplete="current-password" required />
      <ActionButton type="submit" busy={busy}>
        {t('Log in')}
      </ActionButton>
    </form>
  )
}

function inOwnWords(error: RequestError): never {
  throw error.status === 401 ? new Error(t('The user name or the password is not right.')) : error
}
