/** The navigation at the side of the page. */
import { SideNavItems, SideNavLink } from '@carbon/react'

import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import type { PageRoute } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'

/** The entries: the target page, the label, and the pages for which the entry is highlighted. */
const entries: readonly (readonly [to: string, title: string, pages: readonly PageRoute['page'][]])[] = [
  ['home', 'Home', ['home']],
  ['products', 'Products', ['products', 'product', 'api']],
  ['applications', 'Applications', ['applications', 'application']],
  ['try', 'Try it', ['try']],
  ['tokens', 'Token debugger', ['tokens']],
  ['approvals', 'Approvals', ['approvals']],
  ['account', 'Account', ['account']],
]

export function Navigation({ page }: { page: PageRoute['page'] }) {
  const { user } = useSession()
  return (
    <SideNavItems>
      {entries
        .filter(([to]) => to !== 'approvals' || user.owner)
        .map(([to, title, pages]) => (
          <SideNavLink key={to} href={buildHashLink(to)} isActive={pages.includes(page)}>
            {title}
          </SideNavLink>
        ))}
    </SideNavItems>
  )
}
