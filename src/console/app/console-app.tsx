/** The console for a logged-in user: header, navigation and the page of the current route. */
import './styles/console.scss'
import { useLocationHash } from '../../ui/routing/use-location-hash.ts'
import { AppShell } from '../../ui/shell/app-shell.tsx'
import { t } from '../../ui/text/t.ts'
import { LayoutProvider } from './layout/layout-provider.tsx'
import { RoutePage } from './route-page.tsx'
import { findPageTitle, type PageRoute, parsePageRoute } from './routing/page-route.ts'
import { useSession } from './session/session.tsx'
import { CurrentManagerProvider } from './shell/current-manager.tsx'
import { Navigation } from './shell/navigation.tsx'
import { NotAuthorizedPage } from './shell/not-authorized-page.tsx'
import { UserMenu } from './shell/user-menu.tsx'

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
        >
          <RoutePage route={route} />
        </AppShell>
      </CurrentManagerProvider>
    </LayoutProvider>
  )
}
