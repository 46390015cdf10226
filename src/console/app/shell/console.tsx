/** The frame of every page: header, navigation, the page itself. */
import { Header, HeaderGlobalBar, HeaderMenuButton, HeaderName, SideNav, SkipToContent } from '@carbon/react'
import { useEffect, useState } from 'react'

import '../styles/console.scss'
import { NotificationProvider } from '../../../ui/feedback/notifications.tsx'
import { useRoute } from '../routing/use-route.ts'
import { useSession } from '../session/session.tsx'
import { Navigation } from './navigation.tsx'
import { NotAuthorized } from './not-authorized.tsx'
import { Page } from './page.tsx'
import { titleOf } from './titles.ts'
import { UserMenu } from './user-menu.tsx'

export default function Console() {
  const { rights } = useSession()
  const route = useRoute()
  const [open, setOpen] = useState(false)
  const manager = 'manager' in route ? route.manager : undefined
  const title = titleOf(route)

  useEffect(() => {
    document.title = `${title} - MQ Console`
    setOpen(false)
  }, [title])

  if (!rights.enter) return <NotAuthorized />

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
        <Page route={route} />
      </main>
    </NotificationProvider>
  )
}
