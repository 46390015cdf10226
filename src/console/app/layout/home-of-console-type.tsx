/** Renders the home page, or leads to the dashboards when the user chose that console type. */
import { type ReactNode, useEffect } from 'react'

import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { useLayout } from './layout-provider.tsx'

export function HomeOfConsoleType({ children }: { children: ReactNode }) {
  const { layout, problem } = useLayout()
  const showsDashboards = layout?.type === 'dashboards'

  useEffect(() => {
    if (showsDashboards) navigate('#/dashboards', { replace: true })
  }, [showsDashboards])

  if (!layout && !problem) return <LoadingIndicator />
  return showsDashboards ? <LoadingIndicator /> : children
}
