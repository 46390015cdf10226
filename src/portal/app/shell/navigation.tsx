/** The navigation at the side of the page. */
import { SideNavItems, SideNavLink } from '@carbon/react'
import {
  Application,
  type CarbonIconType,
  Catalog,
  CheckmarkOutline,
  Home,
  Password,
  PlayOutline,
  SettingsAdjust,
  User,
} from '@carbon/react/icons'

import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import type { PageRoute } from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'

/** The entries: the target page, the label, the icon, and the pages for which the entry is highlighted. */
const entries: readonly (readonly [
  to: string,
  title: string,
  icon: CarbonIconType,
  pages: readonly PageRoute['page'][],
])[] = [
  ['home', 'Home', Home, ['home']],
  ['products', 'Products', Catalog, ['products', 'product', 'api']],
  ['applications', 'Applications', Application, ['applications', 'application']],
  ['try', 'Try it', PlayOutline, ['try']],
  ['tokens', 'Token debugger', Password, ['tokens']],
  ['approvals', 'Approvals', CheckmarkOutline, ['approvals']],
  ['configuration', 'Configuration', SettingsAdjust, ['configuration', 'document']],
  ['account', 'Account', User, ['account']],
]

export function Navigation({ page }: { page: PageRoute['page'] }) {
  const { user } = useSession()
  return (
    <SideNavItems>
      {entries
        .filter(
          ([to]) => (to !== 'approvals' || user.owner) && (to !== 'configuration' || user.editsDocuments),
        )
        .map(([to, title, icon, pages]) => (
          <SideNavLink key={to} href={buildHashLink(to)} isActive={pages.includes(page)} renderIcon={icon}>
            {title}
          </SideNavLink>
        ))}
    </SideNavItems>
  )
}
