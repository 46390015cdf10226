/** What visitors who are not signed in can do here. */

import { Button } from '@carbon/react'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { t } from '../../../ui/text/t.ts'
import { buildSignInLink } from '../routing/page-route.ts'
import { usePortalInfo } from '../session/portal-info.tsx'

export function Welcome() {
  const { selfSignup } = usePortalInfo()
  return (
    <>
      <p className="page__lead">
        {t(
          selfSignup
            ? 'Read what the APIs do. To call them, sign up or sign in: then create an application and subscribe it to a plan.'
            : 'Read what the APIs do. To call them, sign in: then create an application and subscribe it to a plan.',
        )}
      </p>
      <div className="buttons">
        <Button href={buildSignInLink('')}>{selfSignup ? t('Sign up or sign in') : t('Sign in')}</Button>
        <Button kind="tertiary" href={buildHashLink('products')}>
          {t('See the products')}
        </Button>
      </div>
    </>
  )
}
