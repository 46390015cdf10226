/** The navigation at the side of the page. */
import { SideNavDivider, SideNavItems } from '@carbon/react'
import {
  Activity,
  Application,
  Book,
  type CarbonIconType,
  Catalog,
  Certificate,
  CheckmarkOutline,
  Help,
  Home,
  ListBoxes,
  Password,
  PlayOutline,
  RecentlyViewed,
  Search,
  SettingsAdjust,
  User,
} from '@carbon/react/icons'
import { Fragment } from 'react'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { NavigationLink } from '../../../ui/shell/navigation-link.tsx'
import type { SessionView } from '../../rest/index.ts'
import { findPageTitle, isCataloguePage, type PageRoute } from '../routing/page-route.ts'
import { usePortalInfo } from '../session/portal-info.tsx'
import { useOptionalSession } from '../session/session.tsx'

/** The entries: the page, the icon, and further pages for which the entry is highlighted. */
const entries: readonly (readonly [PageRoute['page'], CarbonIconType, ...PageRoute['page'][]])[] = [
  ['home', Home],
  ['products', Catalog, 'product', 'api'],
  ['guides', Book, 'guide'],
  ['search', Search],
  ['applications', Application, 'application'],
  ['try', PlayOutline],
  ['tokens', Password],
  ['approvals', CheckmarkOutline],
  ['configuration', SettingsAdjust, 'document'],
  ['revisions', RecentlyViewed, 'revision'],
  ['keys', Certificate],
  ['live', Activity],
  ['calls', ListBoxes],
  ['questions', Help],
  ['account', User],
]

/** The first entries of what developers do, of what owners do, and of what everybody has. */
const groupStarts: ReadonlySet<PageRoute['page']> = new Set(['applications', 'approvals', 'account'])

export function Navigation({ page }: { page: PageRoute['page'] }) {
  const user = useOptionalSession()?.user
  const { hasGuides } = usePortalInfo()
  return (
    <SideNavItems>
      {entries
        .filter(([to]) => isShown(to, user) && (to !== 'guides' || hasGuides))
        .map(([to, icon, ...others]) => (
          <Fragment key={to}>
            {groupStarts.has(to) && <SideNavDivider />}
            <NavigationLink href={buildHashLink(to)} isActive={[to, ...others].includes(page)} renderIcon={icon}>
              {findPageTitle({ page: to } as PageRoute)}
            </NavigationLink>
          </Fragment>
        ))}
    </SideNavItems>
  )
}

/** The pages of owners who may change documents. */
const ownerPages: ReadonlySet<PageRoute['page']> = new Set([
  'configuration',
  'revisions',
  'keys',
  'live',
  'calls',
  'questions',
])

/** Returns whether an entry is shown to a user, or to a visitor who is not signed in. */
function isShown(page: PageRoute['page'], user: SessionView | undefined): boolean {
  if (!user) return isCataloguePage(page)
  if (ownerPages.has(page)) return user.editsDocuments
  return page !== 'approvals' || user.owner
}
