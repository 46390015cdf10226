/** The login page. */
import { Suspense } from 'react'
import type { RequestError } from '../../../../../shared/ui/api/client.ts'
import { lazyPart } from '../../../../../shared/ui/feedback/error-boundary.tsx'
import { ErrorNotice, Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { EntryForm, EntryFrame, PresentPasswordInput, UserNameInput } from '../../../../../shared/ui/session/entry.tsx'
import type { SignedOutReason } from '../../../../../shared/ui/session/session-gate.tsx'
import { ProductMark } from '../../../../../shared/ui/shell/product-mark.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { request } from '../../kit/api/client.ts'

// Most servers have no provider.
const ProviderSignIn = lazyPart(() => import('../../../../../shared/ui/session/provider-sign-in.tsx'))

export type LoginPageProps = { signedIn(): Promise<void>; reason: SignedOutReason }

export default function LoginPage({ signedIn, reason }: LoginPageProps) {
  const { value: ways, problem, reload } = useResource('login', loadWays)

  return (
    <EntryFrame
      mark={<ProductMark className="login__mark" />}
      title={t('MQ Console')}
      lead={t('Log in to work with queue managers, queues and messages.')}
    >
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
    </EntryFrame>
  )
}

const loadWays = (signal: AbortSignal) => request('GET /login/provider', {}, { signal })

function PasswordForm({ signedIn }: Pick<LoginPageProps, 'signedIn'>) {
  async function logIn(read: (name: string) => string) {
    const body = { username: read('username'), password: read('password') }
    await request('POST /login', {}, { body }).catch(inOwnWords)
    await signedIn()
  }

  return (
    <EntryForm action={t('Log in')} send={logIn}>
      <UserNameInput labelText={t('User Name')} />
      <PresentPasswordInput />
    </EntryForm>
  )
}

function inOwnWords(error: RequestError): never {
  throw error.status === 401 ? new Error(t('The user name or the password is not right.')) : error
}
