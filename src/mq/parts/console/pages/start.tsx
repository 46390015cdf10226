/** Renders the page: the login page or the console, depending on the session. */
import { lazy } from 'react'
import { LoadingIndicator } from '../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../shared/ui/feedback/notice.tsx'
import { renderRoot } from '../../../../shared/ui/shell/render-root.tsx'
import { SessionGate } from '../kit/session/session.tsx'

const LoginPage = lazy(() => import('./session/login-page.tsx'))
const Console = lazy(() => import('./console-app.tsx'))

renderRoot(
  <SessionGate
    loading={<LoadingIndicator />}
    renderSignIn={(signedIn, reason) => <LoginPage signedIn={signedIn} reason={reason} />}
    renderError={(why, again) => <ErrorNotice text={why} again={again} />}
  >
    <Console />
  </SessionGate>,
)
