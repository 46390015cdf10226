/** The page for signing in, and for signing up where the portal allows it. */

import { Button, Layer } from '@carbon/react'
import { useState } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import type { SignedOutReason } from '../../../ui/session/use-session-identity.ts'
import { t } from '../../../ui/text/t.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { usePortalInfo } from './portal-info.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export interface SignInPageProps {
  signedIn(): Promise<void>
  reason: SignedOutReason
}

export default function SignInPage({ signedIn, reason }: SignInPageProps) {
  const { brand, selfSignup, isPublic } = usePortalInfo()
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
        <Form signedIn={signedIn} />
        {!isNew && (
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
