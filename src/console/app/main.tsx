/** The entry point of the page. It loads the login page or the console, depending on the session. */
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

import '../../ui/styles/base.scss'
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../ui/feedback/loading-indicator.tsx'
import { ThemeProvider } from '../../ui/shell/theme.tsx'
import { SessionGate } from './session/session.tsx'

const LoginPage = lazy(() => import('./session/login-page.tsx'))
const Console = lazy(() => import('./console-app.tsx'))

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ThemeProvider>
      <Suspense fallback={<LoadingIndicator />}>
        <SessionGate
          loading={<LoadingIndicator />}
          renderLogin={(signedIn) => <LoginPage signedIn={signedIn} />}
          renderError={(why, again) => <ErrorNotice text={why} again={again} />}
        >
          <Console />
        </SessionGate>
      </Suspense>
    </ThemeProvider>
  </StrictMode>,
)
