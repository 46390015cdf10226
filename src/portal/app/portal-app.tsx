/** The portal for a signed-in user: header, navigation and the page of the current route. */
import { Header, HeaderGlobalBar, HeaderMenuButton, HeaderName, SideNav, SkipToContent } from '@carbon/react'
import { useEffect, useState } from 'react'

import './styles/portal.scss'
import { NotificationProvider } from '../../ui/feedback/notifications.tsx'
import { navigate, useLocationHash } from '../../ui/routing/use-location-hash.ts'
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
  const [open, setOpen] = useState(false)
  const title = findPageTitle(route)

  useEffect(() => {
    document.title = `${title} - ${portal.title}`
    setOpen(false)
  }, [title, portal.title])

  /** Signs out and returns to the home page, where the next user starts. */
  async function leave() {
    await signOut()
    navigate('#/home')
  }

  return (
    <NotificationProvider>
      <StoredCredentialsProvider>
        <Header aria-label={portal.title}>
          <SkipToContent />
          <HeaderMenuButton
            aria-label={open ? 'Close the navigation' : 'Open the navigation'}
            isActive={open}
            onClick={() => setOpen(!open)}
          />
          <HeaderName href="#/home" prefix="Sluice">
            {portal.title}
          </HeaderName>
          <HeaderGlobalBar>
            <UserPanel
              name={user.name}
              note={user.owner ? 'owner of the catalog' : 'developer'}
              way={['Sign out', leave]}
            >
              <a className="cds--link" href="#/account">
                Account and password
              </a>
            </UserPanel>
          </HeaderGlobalBar>
          <SideNav aria-label="Navigation" expanded={open} isPersistent onOverlayClick={() => setOpen(false)}>
            <Navigation page={route.page} />
          </SideNav>
        </Header>
        <main id="main-content" className="page" tabIndex={-1}>
          <RoutePage route={route} />
        </main>
      </StoredCredentialsProvider>
    </NotificationProvider>
  )
}
