/** Renders the page: the sign-in page or the portal, depending on the session and the route. */
import { lazy } from 'react'
import { LoadingIndicator } from '../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../shared/ui/feedback/notice.tsx'
import { receiveProviderReturn } from '../../../../shared/ui/session/provider-return.ts'
import { renderRoot } from '../../../../shared/ui/shell/render-root.tsx'
import { receiveAuthorizationCallback } from './callback/authorization-callback.ts'
import { PortalInfoProvider } from './session/portal-info.tsx'
import { SessionGate } from './session/session.tsx'

const EntryPage = lazy(() => import('./session/entry-page.tsx'))
const CallbackPage = lazy(() => import('./callback/callback-page.tsx'))
const Portal = lazy(() => import('./portal-app.tsx'))

const handedBack = receiveAuthorizationCallback()
receiveProviderReturn() // second: it takes every response, also that of Try it

renderRoot(
  handedBack ? (
    <CallbackPage handedBack={handedBack} />
  ) : (
    <PortalInfoProvider>
      <SessionGate
        loading={<LoadingIndicator />}
        renderSignIn={(signedIn, reason) => <EntryPage signedIn={signedIn} reason={reason} />}
        renderError={(why, again) => <ErrorNotice text={why} again={again} />}
      >
        <Portal />
      </SessionGate>
    </PortalInfoProvider>
  ),
)
