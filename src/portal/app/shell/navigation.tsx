/** The navigation at the side of the page. */

import { SideNavItems } from '@carbon/react'
import {
  Activity,
  Application,
  Book,
  type CarbonIconType,
  Catalog,
  Certificate,
  CheckmarkOutline,
  Home,
  ListBoxes,
  Password,
  PlayOutline,
  Search,
  SettingsAdjust,
  User,
} from '@carbon/react/icons'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { NavigationLink } from '../../../ui/shell/navigation-link.tsx'
import { t } from '../../../ui/text/t.ts'
import type { SessionView } from '../../rest/index.ts'
import { isCataloguePage, type PageRoute } from '../routing/page-route.ts'
import { usePortalInfo } from '../session/portal-info.tsx'
import { useOptionalSession } from '../session/session.tsx'

/** The entries: the target page, the label, the icon, and the pages for which the entry is highlighted. */
const entries: readonly (readonly [
  to: PageRoute['page'],
  title: string,
  icon: CarbonIconType,
  pages: readonly PageRoute['page'][],
])[] = [
  ['home', t('Home'), Home, ['home']],
  ['products', t('Products'), Catalog, ['products', 'product', 'api']],
  ['guides', t('Guides'), Book, ['guides', 'guide']],
  ['search', t('Search'), Search, ['search']],
  ['applications', t('Applications'), Application, ['applications', 'application']],
  ['try', t('Try it'), PlayOutline, ['try']],
  ['tokens', t('Token debugger'), Password, ['tokens']],
  ['approvals', t('Approvals'), CheckmarkOutline, ['approvals']],
  ['configuration', t('Configuration'), SettingsAdjust, ['configuration', 'document']],
  ['keys', t('Signing keys'), Certificate, ['keys']],
  ['live', t('Live'), Activity, ['live']],
  ['calls', t('Call log'), ListBoxes, ['calls']],
  ['account', t('Account'), User, ['account']],
]

export function Navigation({ page }: { page: PageRoute['page'] }) {
  const user = useOptionalSession()?.user
  const { hasGuides } = usePortalInfo()
  return (
    <SideNavItems>
      {entries
        .filter(([to]) => isShown(to, user) && (to !== 'guides' || hasGuides))
        .map(([to, title, icon, pages]) => (
          <NavigationLink key={to} href={buildHashLink(to)} isActive={pages.includes(page)} renderIcon={icon}>
            {title}
          </NavigationLink>
        ))}
    </SideNavItems>
  )
}

/** The pages of owners who may change documents. */
const ownerPages: ReadonlySet<PageRoute['page']> = new Set(['configuration', 'keys', 'live', 'calls'])

/** Returns whether an entry is shown to a user, or to a visitor who is not signed in. */
function isShown(page: PageRoute['page'], user: SessionView | undefined): boolean {
  if (!user) return isCataloguePage(page)
  if (ownerPages.has(page)) return user.editsDocuments
  return page !== 'approvals' || user.owner
}
