/** What visitors who are not signed in can do here. */
import { Button } from '@carbon/react'

import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { buildSignInLink } from '../routing/page-route.ts'
import { usePortalInfo } from '../session/portal-info.tsx'

export function Welcome() {
  const { selfSignup } = usePortalInfo()
  return (
    <>
      <p className="page__lead">
        Read what the APIs do. To call them, sign {selfSignup ? 'up or sign in' : 'in'}: then create an
        application and subscribe it to a plan.
      </p>
      <div className="buttons">
        <Button href={buildSignInLink('')}>{selfSignup ? 'Sign up or sign in' : 'Sign in'}</Button>
        <Button kind="tertiary" href={buildHashLink('products')}>
          See the products
        </Button>
      </div>
    </>
  )
}
