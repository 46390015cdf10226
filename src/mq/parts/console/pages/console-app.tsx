/** The console for a logged-in user: header, navigation and the page of the current route. */
import './styles/console.scss'
import { lazyPart } from '../../../../shared/ui/feedback/error-boundary.tsx'
import { useLocationHash } from '../../../../shared/ui/routing/use-location-hash.ts'
import { AppShell } from '../../../../shared/ui/shell/app-shell.tsx'
import { UserPanel } from '../../../../shared/ui/shell/user-panel.tsx'
import { t } from '../../../../shared/ui/text/t.ts'
import { findPageTitle, type PageRoute, parsePageRoute } from '../kit/routing/page-route.ts'
import { useSession } from '../kit/session/session.tsx'
import { LayoutProvider } from './layout/layout-provider.tsx'
import { RoutePage } from './route-page.tsx'
import { CurrentManagerProvider } from './shell/current-manager.tsx'
import { Navigation } from './shell/navigation.tsx'

const NotAuthorizedPage = lazyPart(() => import('./shell/not-authorized-page.tsx'))

/** The page of users who have roles of file transfer only. */
const transfersRoute: PageRoute = { page: 'fileTransfer', section: 'transfers', name: undefined }

export default function ConsoleApp() {
  const { rights } = useSession()
  const requested = parsePageRoute(useLocationHash())
  const route = rights.seeManagers || requested.page === 'fileTransfer' ? requested : transfersRoute
  const manager = 'manager' in route ? route.manager : undefined

  if (!rights.enter) return <NotAuthorizedPage />
  return (
    <LayoutProvider>
      <CurrentManagerProvider name={manager}>
        <AppShell
          title={t('MQ Console')}
          page={findPageTitle(route)}
          navigation={<Navigation route={route} manager={manager} />}
          userMenu={<UserMenu />}
          loadEntries={async (...args) => (await import('./palette/load-entries.ts')).loadEntries(rights, ...args)}
        >
          <RoutePage route={route} />
        </AppShell>
      </CurrentManagerProvider>
    </LayoutProvider>
  )
}

// The panel of the menu is loaded when the user opens it.
const ConsoleTypePicker = lazyPart(() => import('./layout/console-type-picker.tsx'))

function UserMenu() {
  const { user, signOut } = useSession()
  // The browser sends the certificate with each connection: only closing the browser ends this.
  const isCertificate = user.mechanism === 'clientCertificate'
  return (
    <UserPanel
      name={user.name}
      note={[user.roles.join(', ') || t('no role'), ...(isCertificate ? [t('by client certificate')] : [])].join(', ')}
      way={user.mechanism === 'noSecurity' || isCertificate ? undefined : [t('Log out'), signOut]}
    >
      <ConsoleTypePicker />
    </UserPanel>
  )
}
