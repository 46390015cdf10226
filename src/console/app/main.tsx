/** The page: who one is decides between the login and the console, each loaded when it is needed. */
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

import './styles/base.scss'
import { Problem } from './feedback/problem.tsx'
import { Waiting } from './feedback/waiting.tsx'
import { SessionGate } from './session/session.tsx'
import { ThemeProvider } from './shell/theme.tsx'

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
