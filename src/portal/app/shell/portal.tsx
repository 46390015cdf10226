/** The frame of every page: header, navigation, the page itself. */
import { Header, HeaderGlobalBar, HeaderMenuButton, HeaderName, SideNav, SkipToContent } from '@carbon/react'
import { useEffect, useState } from 'react'

import '../styles/portal.scss'
import { NotificationProvider } from '../../../ui/feedback/notifications.tsx'
import { navigate, useLocationHash } from '../../../ui/routing/use-location-hash.ts'
import { UserPanel } from '../../../ui/shell/user-panel.tsx'
import { parseRoute } from '../routing/route.ts'
import { usePortal } from '../session/facts.tsx'
import { useSession } from '../session/session.tsx'
import { Wallet } from '../try/wallet.tsx'
import { Navigation } from './navigation.tsx'
import { Page } from './page.tsx'
import { titleOf } from './titles.ts'

export default function Portal() {
  const portal = usePortal()
  const { user, signOut } = useSession()
  const route = parseRoute(useLocationHash())
  const [open, setOpen] = useState(false)
  const title = titleOf(route)

  useEffect(() => {
    document.title = `${title} - ${portal.title}`
    setOpen(false)
  }, [title, portal.title])

  /** Whoever signs in next begins at the beginning. */
  async function leave() {
    await signOut()
    navigate('#/home')
  }

  return (
    <NotificationProvider>
      <Wallet>
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
          <Page route={route} />
        </main>
      </Wallet>
    </NotificationProvider>
  )
}
