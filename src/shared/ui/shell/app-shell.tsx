/** The frame of an application: header, navigation and the page of the current route. */
import { Header, HeaderGlobalBar, HeaderMenuButton, HeaderName, SideNav, SkipToContent, Theme } from '@carbon/react'
import { Notification } from '@carbon/react/icons'
import { type MouseEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../feedback/error-boundary.tsx'
import { ErrorNotifications, NotificationProvider, useNotificationHistory } from '../feedback/notifications.tsx'
import { PaletteButton } from '../palette/palette-button.tsx'
import type { LoadPaletteEntries } from '../palette/palette-dialog.tsx'
import { t } from '../text/t.ts'
import { HeaderMenu } from './header-menu.tsx'
import { LeaveGuardProvider } from './leave-guard.tsx'
import { ProductMark } from './product-mark.tsx'

export interface AppShellProps {
  /** The name of the application in the header and in the title of the window. */
  title: string
  /** The title of the current page. */
  page: string
  navigation: ReactNode
  userMenu: ReactNode
  /** Loads what the command palette finds. */
  loadEntries: LoadPaletteEntries
  /** The mark before the name of the application; that of the product by default. */
  mark?: ReactNode
  /** Content at the end of every page. */
  footer?: ReactNode
  children: ReactNode
}

export function AppShell(props: AppShellProps) {
  const { title, page, navigation, userMenu, loadEntries, children, mark = <ProductMark />, footer } = props
  const [open, setOpen] = useState(false)

  useEffect(() => {
    document.title = `${page} - ${title}`
    setOpen(false)
  }, [page, title])

  return (
    <NotificationProvider page={page}>
      <Theme theme="g100">
        <Header aria-label={title}>
          <SkipToContent onClick={focusContent}>{t('Skip to the content')}</SkipToContent>
          <HeaderMenuButton
            aria-label={open ? t('Close the navigation') : t('Open the navigation')}
            isActive={open}
            onClick={() => setOpen(!open)}
          />
          <HeaderName href="#/home" prefix="">
            {mark}
            {title}
          </HeaderName>
          <HeaderGlobalBar>
            <NotificationBell />
            <PaletteButton load={loadEntries} />
            {userMenu}
          </HeaderGlobalBar>
        </Header>
      </Theme>
      <SideNav aria-label={t('Navigation')} expanded={open} isPersistent onOverlayClick={() => setOpen(false)}>
        {navigation}
      </SideNav>
      <main id="main-content" className="page" tabIndex={-1}>
        <ErrorNotifications />
        <LeaveGuardProvider>{children}</LeaveGuardProvider>
        {footer}
      </main>
    </NotificationProvider>
  )
}

const NoticeHistory = lazyPart(() => import('./notice-history.tsx'))

/** The bell in the header, as soon as there is something to list. */
function NotificationBell() {
  const { history, takeBack } = useNotificationHistory()
  if (history.length === 0) return null
  return (
    <HeaderMenu label={t('What was done')} icon={<Notification size={20} />}>
      <Suspense>
        <NoticeHistory history={history} takeBack={takeBack} />
      </Suspense>
    </HeaderMenu>
  )
}

/** Moves the focus to the page. The fragment of the URL stays, because it is the route of the page. */
function focusContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main-content')?.focus()
}
