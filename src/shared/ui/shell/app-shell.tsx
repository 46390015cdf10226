/** The frame of an application: header, navigation and the page of the current route. */
import { Header, HeaderGlobalBar, HeaderMenuButton, HeaderName, SideNav, SkipToContent, Theme } from '@carbon/react'
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
  const bell = (
    <svg width={20} height={20} viewBox="0 0 32 32" aria-hidden="true">
      <path d="m28.7 19.3-2.7-2.7V13a10 10 0 0 0-9-9.9V1h-2v2.1A10 10 0 0 0 6 13v3.6l-2.7 2.7A1 1 0 0 0 3 20v3a1 1 0 0 0 1 1h7v1a5 5 0 0 0 10 0v-1h7a1 1 0 0 0 1-1v-3a1 1 0 0 0-.3-.7zM19 25a3 3 0 0 1-6 0v-1h6zm8-3H5v-1.6l2.7-2.7A1 1 0 0 0 8 17v-4a8 8 0 0 1 16 0v4a1 1 0 0 0 .3.7l2.7 2.7z" />
    </svg>
  )
  return (
    <HeaderMenu label={t('What was done')} icon={bell}>
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
