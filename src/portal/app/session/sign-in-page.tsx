/** The page for signing in, and for signing up where the portal allows it. */
import { Button, Form, Layer, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { PasswordInput } from '../../../ui/feedback/password-input.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import ProviderSignIn from '../../../ui/session/provider-sign-in.tsx'
import type { SignedOutReason } from '../../../ui/session/session-gate.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { BrandMark } from '../brand/brand-colours.tsx'
import { findPasswordError, NewPasswordFields } from './new-password-fields.tsx'
import { usePortalInfo } from './portal-info.tsx'

export interface SignInPageProps {
  signedIn(): Promise<void>
  reason: SignedOutReason
}

export default function SignInPage({ signedIn, reason }: SignInPageProps) {
  const { brand, selfSignup, isPublic, provider, hasPasswords } = usePortalInfo()
  const [isNew, setIsNew] = useState(false)
  const Form = isNew ? SignUpForm : SignInForm

  return (
    <Layer as="main" className="login">
      <div className="login__form">
        <div className="login__head">
          <BrandMark brand={brand} className="login__mark" />
          <h1 className="login__title">{brand.name}</h1>
          <p className="login__lead">
            {isNew
              ? t('Sign up to create applications and to call the APIs that are published here.')
              : t('Sign in to see the APIs that are published here, and to call them.')}
          </p>
        </div>
        {reason === 'ended' && (
          <Notice kind="info" title={t('Your session has ended.')}>
            {t('Sign in again to continue. What you have typed is kept in this tab.')}
          </Notice>
        )}
        {reason === 'signedOut' && <Notice kind="success" title={t('You are signed out.')} />}
        {provider !== undefined && (
          <ProviderSignIn
            title={provider}
            begin={() => requestResource('POST /session/provider', {}, {})}
            complete={(query) => requestResource('PUT /session/provider', {}, { body: { query } })}
            signedIn={signedIn}
          />
        )}
        {hasPasswords && <Form signedIn={signedIn} />}
        {!isNew && hasPasswords && (
          <a className="cds--link" href={buildHashLink('reset')}>
            {t('Forgot your password?')}
          </a>
        )}
        {selfSignup && (
          <Button kind="ghost" onClick={() => setIsNew(!isNew)}>
            {isNew ? t('I have an account') : t('Create an account')}
          </Button>
        )}
        {isPublic && (
          <a className="cds--link" href="#/home">
            {t('Read the catalogue without signing in')}
          </a>
        )}
      </div>
    </Layer>
  )
}

/** A form with the user name and the password. */
function SignInForm({ signedIn }: { signedIn(): Promise<void> }) {
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
      <NameInput />
      <PasswordInput id="password" name="password" labelText={t('Password')} autoComplete="current-password" required />
      <ActionButton type="submit" busy={busy}>
        {t('Sign in')}
      </ActionButton>
    </Form>
  )
}

function NameInput({ help }: { help?: string }) {
  return (
    <TextInput
      id="username"
      name="username"
      labelText={t('Name')}
      helperText={help}
      autoComplete="username"
      autoFocus
      required
      maxLength={64}
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}

/** A form that creates an account. */
function SignUpForm({ signedIn }: { signedIn(): Promise<void> }) {
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
      <NameInput help={t("1 to 64 letters and digits, with blanks and . _ @ + ' - inside.")} />
      <TextInput id="email" name="email" type="email" labelText={t('E-mail (optional)')} autoComplete="email" />
      <NewPasswordFields label={t('Password')} value={password} change={setPassword} />
      <ActionButton type="submit" busy={busy} reason={findPasswordError(password)}>
        {t('Sign up')}
      </ActionButton>
    </Form>
  )
}
