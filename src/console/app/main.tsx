/** The page: who one is decides between the login and the console, each loaded when it is needed. */
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

import '../../ui/styles/base.scss'
import { Problem } from '../../ui/feedback/problem.tsx'
import { Waiting } from '../../ui/feedback/waiting.tsx'
import { ThemeProvider } from '../../ui/shell/theme.tsx'
import { SessionGate } from './session/session.tsx'

const LoginPage = lazy(() => import('./session/login-page.tsx'))
const Console = lazy(() => import('./shell/console.tsx'))

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ThemeProvider>
      <Suspense fallback={<Waiting />}>
        <SessionGate
          waiting={<Waiting />}
          login={(signedIn) => <LoginPage signedIn={signedIn} />}
          lost={(why, again) => <Problem text={why} again={again} />}
        >
          <Console />
        </SessionGate>
      </Suspense>
    </ThemeProvider>
  </StrictMode>,
)
