/** The portal for a signed-in user, and the public catalogue for a visitor: header, navigation and the page of the current route. */
import { t } from '../../../../shared/ui/text/t.ts'
import './styles/portal.scss'
import './styles/work.scss'
import { Link, SideNavDivider, SideNavItems } from '@carbon/react'
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
import { buildHashLink } from '../../../../shared/ui/routing/hash-path.ts'
import { navigate, useLocationHash } from '../../../../shared/ui/routing/use-location-hash.ts'
import { AppShell } from '../../../../shared/ui/shell/app-shell.tsx'
import { NavigationLink } from '../../../../shared/ui/shell/navigation-link.tsx'
import { UserPanel } from '../../../../shared/ui/shell/user-panel.tsx'
import type { SessionView } from '../rest/index.ts'
import { BrandMark } from './brand/brand-colours.tsx'
import { RoutePage } from './route-page.tsx'
import {
  buildSignInLink,
  findPageTitle,
  isCataloguePage,
  type PageRoute,
  parsePageRoute,
} from './routing/page-route.ts'
import { usePortalInfo } from './session/portal-info.tsx'
import { useOptionalSession } from './session/session.tsx'
import { StoredCredentialsProvider } from './session/stored-credentials.tsx'
import { RequestDraftsProvider } from './try/request-drafts.tsx'

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

function Navigation({ page }: { page: PageRoute['page'] }) {
  const user = useOptionalSession()?.user
  const { hasGuides } = usePortalInfo()
  return (
    <SideNavItems>
      {entries
        .filter(([to]) => isShown(to, user, hasGuides))
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
function isShown(page: PageRoute['page'], user: SessionView | undefined, hasGuides: boolean): boolean {
  if (page === 'guides' && !hasGuides) return false
  if (!user) return isCataloguePage(page)
  if (ownerPages.has(page)) return user.editsDocuments
  return page !== 'approvals' || user.owner
}

export default function PortalApp() {
  const portal = usePortalInfo()
  const session = useOptionalSession()
  const hash = useLocationHash()
  const route = parsePageRoute(hash)
  const pages = entries.map(([page]) => page).filter((page) => isShown(page, session?.user, portal.hasGuides))

  /** Signs out and returns to the home page, where the next user starts. */
  async function leave() {
    await session?.signOut()
    navigate('#/home')
  }

  return (
    <StoredCredentialsProvider>
      <RequestDraftsProvider>
        <AppShell
          title={portal.brand.name}
          mark={<BrandMark brand={portal.brand} />}
          footer={<PortalFooter />}
          page={findPageTitle(route)}
          navigation={<Navigation page={route.page} />}
          loadEntries={async (...args) =>
            (await import('./palette/load-entries.ts')).loadEntries(pages, session?.user, ...args)
          }
          userMenu={
            session ? (
              <UserPanel
                name={session.user.name}
                note={session.user.owner ? t('owner of the catalog') : t('developer')}
                way={[t('Sign out'), leave]}
              >
                <Link href="#/account">{t('Account and password')}</Link>
                {session.user.owner && (
                  <Link href="docs/" target="_blank" rel="noreferrer">
                    {t('Documentation of the gateway')}
                  </Link>
                )}
              </UserPanel>
            ) : (
              <>
                <a className="header__sign-in" href={buildSignInLink(hash)}>
                  {t('Sign in')}
                </a>
                <UserPanel name={portal.brand.name} note={t('You are not signed in.')} way={undefined} />
              </>
            )
          }
        >
          <RoutePage route={route} />
        </AppShell>
      </RequestDraftsProvider>
    </StoredCredentialsProvider>
  )
}

/** The end of each page: how to get support, and the links of the brand. */
function PortalFooter() {
  const { supportEmail, supportUrl, links } = usePortalInfo().brand
  if (!supportEmail && !supportUrl && links.length === 0) return null
  return (
    <footer className="footer">
      <ul className="footer__links">
        {supportEmail && (
          <li>
            <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>
          </li>
        )}
        {supportUrl && <FooterLink title={t('Support')} url={supportUrl} />}
        {links.map(({ title, url }) => (
          <FooterLink key={`${title} ${url}`} title={title} url={url} />
        ))}
      </ul>
    </footer>
  )
}

function FooterLink({ title, url }: { title: string; url: string }) {
  return (
    <li>
      <Link href={url} target="_blank" rel="noopener noreferrer">
        {title}
      </Link>
    </li>
  )
}
