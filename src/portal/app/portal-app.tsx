/** The portal for a signed-in user: header, navigation and the page of the current route. */
import './styles/portal.scss'
import './styles/work.scss'
import { navigate, useLocationHash } from '../../ui/routing/use-location-hash.ts'
import { AppShell } from '../../ui/shell/app-shell.tsx'
import { UserPanel } from '../../ui/shell/user-panel.tsx'
import { RoutePage } from './route-page.tsx'
import { parsePageRoute } from './routing/page-route.ts'
import { usePortalInfo } from './session/portal-info.tsx'
import { useSession } from './session/session.tsx'
import { StoredCredentialsProvider } from './session/stored-credentials.tsx'
import { Navigation } from './shell/navigation.tsx'
import { findPageTitle } from './shell/page-titles.ts'

export default function PortalApp() {
  const portal = usePortalInfo()
  const { user, signOut } = useSession()
  const route = parsePageRoute(useLocationHash())

  /** Signs out and returns to the home page, where the next user starts. */
  async function leave() {
    await signOut()
    navigate('#/home')
  }

  return (
    <StoredCredentialsProvider>
      <AppShell
        title={portal.title}
        page={findPageTitle(route)}
        navigation={<Navigation page={route.page} />}
        userMenu={
          <UserPanel
            name={user.name}
            note={user.owner ? 'owner of the catalog' : 'developer'}
            way={['Sign out', leave]}
          >
            <a className="cds--link" href="#/account">
              Account and password
            </a>
          </UserPanel>
        }
      >
        <RoutePage route={route} />
      </AppShell>
    </StoredCredentialsProvider>
  )
}
