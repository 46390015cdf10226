/** Renders a page into its document, in the theme of the user. */
import '../styles/base.scss'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../feedback/error-boundary.tsx'
import { LoadingIndicator } from '../feedback/loading-indicator.tsx'
import { ThemeProvider } from './theme.tsx'

export function renderRoot(page: ReactNode): void {
  createRoot(document.getElementById('root') as HTMLElement, {
    onCaughtError: (error) => console.warn(error), // the error boundary shows it
  }).render(
    <StrictMode>
      <ThemeProvider>
        <ErrorBoundary page="">
          <Suspense fallback={<LoadingIndicator />}>{page}</Suspense>
        </ErrorBoundary>
      </ThemeProvider>
    </StrictMode>,
  )
}
