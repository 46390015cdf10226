/** Loads the title, the URLs and the settings of the portal once, for every page. */
import { createContext, type ReactNode, use } from 'react'
import { LoadingIndicator } from '../../../../../shared/ui/feedback/loading-indicator.tsx'
import { ErrorNotice } from '../../../../../shared/ui/feedback/notice.tsx'
import type { PortalView } from '../../rest/index.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { BrandColours } from '../brand/brand-colours.tsx'

const Context = createContext<PortalView | undefined>(undefined)

export function PortalInfoProvider({ children }: { children: ReactNode }) {
  const { value, problem, reload } = usePortalResource('GET /portal', {})
  if (problem) return <ErrorNotice text={problem} again={reload} />
  if (!value) return <LoadingIndicator />
  return (
    <Context value={value}>
      <BrandColours brand={value.brand} />
      {children}
    </Context>
  )
}

export function usePortalInfo(): PortalView {
  const portal = use(Context)
  if (!portal) throw new Error('there is no portal here')
  return portal
}
