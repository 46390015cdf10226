/** The page for signing in, and for signing up where the portal allows it. */
import { Button, Link, TextInput } from '@carbon/react'
import { useState } from 'react'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { EntryForm, EntryFrame, PresentPasswordInput, UserNameInput } from '../../../../../shared/ui/session/entry.tsx'
import ProviderSignIn from '../../../../../shared/ui/session/provider-sign-in.tsx'
import type { SignedOutReason } from '../../../../../shared/ui/session/session-gate.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { BrandMark } from '../brand/brand-colours.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { usePortalInfo } from './portal-info.tsx'

export type SignInPageProps = { signedIn(): Promise<void>; reason: SignedOutReason }

export default function SignInPage({ signedIn, reason }: SignInPageProps) {
  const { brand, selfSignup, isPublic, provider, hasPasswords } = usePortalInfo()
  const [isNew, setIsNew] = useState(false)
  const Form = isNew ? SignUpForm : SignInForm

  return (
    <EntryFrame
      mark={<BrandMark brand={brand} className="login__mark" />}
      title={brand.name}
      lead={
        isNew
          ? t('Sign up to create applications and to call the APIs that are published here.')
          : t('Sign in to see the APIs that are published here, and to call them.')
      }
    >
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
      {!isNew && hasPasswords && <Link href={buildHashLink('reset')}>{t('Forgot your password?')}</Link>}
      {selfSignup && (
        <Button kind="ghost" onClick={() => setIsNew(!isNew)}>
          {isNew ? t('I have an account') : t('Create an account')}
        </Button>
      )}
      {isPublic && <Link href="#/home">{t('Read the catalogue without signing in')}</Link>}
    </EntryFrame>
  )
}

function SignInForm({ signedIn }: { signedIn(): Promise<void> }) {
  async function signIn(read: (name: string) => string) {
    await requestResource('POST /session', {}, { body: { name: read('username'), password: read('password') } })
    await signedIn()
  }

  return (
    <EntryForm action={t('Sign in')} send={signIn}>
      <UserNameInput labelText={t('Name')} maxLength={64} />
      <PresentPasswordInput />
    </EntryForm>
  )
}

function SignUpForm({ signedIn }: { signedIn(): Promise<void> }) {
  const [password, setPassword] = useState('')

  async function signUp(read: (name: string) => string) {
    const email = read('email')
    const account = { name: read('username').trim(), password }
    await requestResource('POST /account', {}, { body: email === '' ? account : { ...account, email } })
    await signedIn()
  }

  return (
    <EntryForm action={t('Sign up')} send={signUp}>
      <UserNameInput
        labelText={t('Name')}
        maxLength={64}
        helperText={t("1 to 64 letters and digits, with blanks and . _ @ + ' - inside.")}
      />
      <TextInput id="email" name="email" type="email" labelText={t('E-mail (optional)')} autoComplete="email" />
      <NewPasswordField label={t('Password')} value={password} change={setPassword} />
    </EntryForm>
  )
}
