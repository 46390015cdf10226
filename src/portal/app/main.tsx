/** The page: who one is decides between the way in and the portal, each loaded when it is needed. */
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'

import '../../ui/styles/base.scss'
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../ui/feedback/loading-indicator.tsx'
import { ThemeProvider } from '../../ui/shell/theme.tsx'
import { handBack } from './callback/hand-back.ts'
import { PortalFacts } from './session/facts.tsx'
import { SessionGate } from './session/session.tsx'

const EntryPage = lazy(() => import('./session/entry-page.tsx'))
const CallbackPage = lazy(() => import('./callback/callback-page.tsx'))
const Portal = lazy(() => import('./shell/portal.tsx'))

const handedBack = handBack()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ThemeProvider>
      <Suspense fallback={<LoadingIndicator />}>
        {handedBack ? (
          <CallbackPage handedBack={handedBack} />
        ) : (
          <PortalFacts>
            <SessionGate
              waiting={<LoadingIndicator />}
              entry={(signedIn) => <EntryPage signedIn={signedIn} />}
              lost={(why, again) => <ErrorNotice text={why} again={again} />}
            >
              <Portal />
            </SessionGate>
          </PortalFacts>
        )}
      </Suspense>
    </ThemeProvider>
  </StrictMode>,
)
