/** Shows an error in place of a page that cannot be rendered, or whose code cannot be loaded. */
import { Component, type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { t } from '../text/t.ts'
import { Notice } from './notice.tsx'

interface ErrorBoundaryProps {
  /** The page; another value shows its children again. */
  page: string
  children: ReactNode
  /** The function that tries again; by default the whole page is loaded again. */
  again?: (() => void) | undefined
  /** Content that is shown below an error. */
  rest?: ReactNode
}

type ErrorBoundaryState = { page: string; error: unknown }

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { page: this.props.page, error: undefined }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error }
  }

  static getDerivedStateFromProps({ page }: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState | null {
    return page === state.page ? null : { page, error: undefined }
  }

  override componentDidCatch(error: unknown): void {
    console.warn(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const { again, rest } = this.props
    const action = again ? ([t('Try again'), again] as const) : ([t('Reload'), () => location.reload()] as const)
    return (
      <>
        <Notice kind="error" title={describePageError(error)} action={action}>
          {isLoadError(error)
            ? t('The server may have been updated, or it does not respond. Reload the page to get the present version.')
            : t('Reload the page. If the error comes back, tell the administrator of the server what you did.')}
        </Notice>
        {rest}
      </>
    )
  }
}

/**
 * Returns a component whose code is loaded when it is first shown. While it cannot be loaded, an error with a button that
 * tries again once, and then loads the page, is shown above its children.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let part = lazy(load)
  return function LazyPart(props: P & { children?: ReactNode }) {
    const [attempt, setAttempt] = useState(0)
    function again() {
      part = lazy(load)
      setAttempt(attempt + 1)
    }
    return (
      <ErrorBoundary page={`${attempt}`} again={attempt === 0 ? again : undefined} rest={props.children}>
        {createElement(part, props)}
      </ErrorBoundary>
    )
  }
}

function describePageError(error: unknown): string {
  if (isLoadError(error)) return t('A part of this page could not be loaded.')
  const message = error instanceof Error ? error.message : String(error)
  return t('This page failed: {message}', { message })
}

/** What browsers, and the loader of styles, say when the code of a page cannot be loaded. */
const loadErrors =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i

function isLoadError(error: unknown): boolean {
  return error instanceof Error && loadErrors.test(error.message)
}
