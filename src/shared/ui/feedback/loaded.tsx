/** Shows what a resource has loaded; its error, and a loading indicator until there is something. */
import type { ReactNode } from 'react'
import { LoadingIndicator } from './loading-indicator.tsx'
import { ErrorNotice } from './notice.tsx'
import type { PolledResource } from './use-resource.ts'

export interface LoadedProps<T> {
  resource: Pick<PolledResource<T>, 'value' | 'problem' | 'reload'>
  /** Whether the loading indicator is small. */
  small?: boolean
  /** Renders the data of the last successful load. */
  children(value: NonNullable<T>): ReactNode
}

export function Loaded<T>({ resource: { value, problem, reload }, small = false, children }: LoadedProps<T>) {
  return (
    <>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {value ? children(value) : !problem && <LoadingIndicator small={small} />}
    </>
  )
}
