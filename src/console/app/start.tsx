/** Renders the page: the login page or the console, depending on the session. */
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

import '../../ui/styles/base.scss'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../ui/feedback/loading-indicator.tsx'
import { ThemeProvider } from '../../ui/shell/theme.tsx'
import { SessionGate } from './session/session.tsx'

const LoginPage = lazy(() => import('./session/login-page.tsx'))
const Console = lazy(() => import('./console-app.tsx'))

createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: (error) => console.warn(error), // the error boundary shows it
}).render(
  <StrictMode>
    <ThemeProvider>
      <ErrorBoundary page="">
        <Suspense fallback={<LoadingIndicator />}>
          <SessionGate
            loading={<LoadingIndicator />}
            renderLogin={(signedIn, reason) => <LoginPage signedIn={signedIn} reason={reason} />}
            renderError={(why, again) => <ErrorNotice text={why} again={again} />}
          >
            <Console />
          </SessionGate>
        </Suspense>
      </ErrorBoundary>
    </ThemeProvider>
  </StrictMode>,
)
