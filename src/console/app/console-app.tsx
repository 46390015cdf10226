/** The console for a logged-in user: header, navigation and the page of the current route. */
import { Header, HeaderGlobalBar, HeaderMenuButton, HeaderName, SideNav, SkipToContent } from '@carbon/react'
import { useEffect, useState } from 'react'

import './styles/console.scss'
import { NotificationProvider } from '../../ui/feedback/notifications.tsx'
import { RoutePage } from './route-page.tsx'
import { usePageRoute } from './routing/use-page-route.ts'
import { useSession } from './session/session.tsx'
import { Navigation } from './shell/navigation.tsx'
import { NotAuthorizedPage } from './shell/not-authorized-page.tsx'
import { findPageTitle } from './shell/page-titles.ts'
import { UserMenu } from './shell/user-menu.tsx'

export default function ConsoleApp() {
  const { rights } = useSession()
  const route = usePageRoute()
  const [open, setOpen] = useState(false)
  const manager = 'manager' in route ? route.manager : undefined
  const title = findPageTitle(route)

  useEffect(() => {
    document.title = `${title} - MQ Console`
    setOpen(false)
  }, [title])

  if (!rights.enter) return <NotAuthorizedPage />

  return (
    <NotificationProvider>
      <Header aria-label="MQ Console">
        <SkipToContent />
        <HeaderMenuButton
          aria-label={open ? 'Close the navigation' : 'Open the navigation'}
          isActive={open}
          onClick={() => setOpen(!open)}
        />
        <HeaderName href="#/home" prefix="Sluice">
          MQ Console
        </HeaderName>
        <HeaderGlobalBar>
          <UserMenu />
        </HeaderGlobalBar>
        <SideNav aria-label="Navigation" expanded={open} isPersistent onOverlayClick={() => setOpen(false)}>
          <Navigation route={route} manager={manager} />
        </SideNav>
      </Header>
      <main id="main-content" className="page" tabIndex={-1}>
        <RoutePage route={route} />
      </main>
    </NotificationProvider>
  )
}
