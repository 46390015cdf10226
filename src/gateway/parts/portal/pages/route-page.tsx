/** Lists the pages of the portal. Each page is loaded when it is first needed. */
import { type ComponentType, lazy, type ReactNode } from 'react'
import { buildPageSwitch } from '../../../../shared/ui/shell/page-switch.tsx'
import type { PageRoute } from './routing/page-route.ts'

export const RoutePage = buildPageSwitch<PageRoute>({
  home: page(() => import('./home/home-page.tsx')),
  signIn: page(() => import('./session/signed-in-page.tsx')),
  search: page(() => import('./search/search-page.tsx')),
  reset: page(() => import('./session/mail-link-page.tsx')),
  verify: page(() => import('./session/mail-link-page.tsx')),
  guides: page(() => import('./guides/guides-page.tsx')),
  guide: page(() => import('./guides/guide-page.tsx'), 'guide'),
  products: page(() => import('./products/products-page.tsx')),
  product: page(() => import('./products/product-page.tsx'), 'product'),
  api: page(() => import('./apis/api-page.tsx'), 'api'),
  applications: page(() => import('./applications/applications-page.tsx')),
  application: page(() => import('./applications/details/application-page.tsx'), 'application'),
  try: page(() => import('./try/try-page.tsx')),
  tokens: page(() => import('./tokens/tokens-page.tsx')),
  approvals: page(() => import('./approvals/approvals-page.tsx')),
  configuration: page(() => import('./configuration/configuration-page.tsx')),
  document: page(() => import('./configuration/document/document-page.tsx'), 'file'),
  revisions: page(() => import('./configuration/revisions/revisions-page.tsx')),
  revision: page(() => import('./configuration/revisions/revision-page.tsx'), 'revision'),
  keys: page(() => import('./configuration/keys/keys-page.tsx')),
  live: page(() => import('./configuration/live/live-page.tsx')),
  calls: page(() => import('./configuration/calls/calls-page.tsx')),
  questions: page(() => import('./configuration/questions/questions-page.tsx')),
  account: page(() => import('./session/account-page.tsx')),
})

/** Returns the function that renders a page with the parameters of its route. With another value of `of` it begins anew. */
function page<Route extends object>(
  load: () => Promise<{ default: ComponentType<Route> }>,
  of?: keyof Route,
): (route: Route) => ReactNode {
  const Page = lazy(load)
  return (route) => <Page key={of && String(route[of])} {...route} />
}
