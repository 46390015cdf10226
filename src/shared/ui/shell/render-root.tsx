/** Renders a page into its document, in the theme of the user. */
import '../styles/base.scss'
import { options } from 'preact'
import { type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { LoadingIndicator } from '../feedback/loading-indicator.tsx'
import { ThemeProvider } from './theme.tsx'

export function renderRoot(page: ReactNode): void {
  options.requestAnimationFrame = queueMicrotask // effects run before the next event, as Carbon expects it
  createRoot(document.getElementById('root') as HTMLElement).render(
    <ThemeProvider>
      <ErrorBoundary page="">
        <Suspense fallback={<LoadingIndicator />}>{page}</Suspense>
      </ErrorBoundary>
    </ThemeProvider>,
  )
}
