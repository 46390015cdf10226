/** The navigation at the side of the page: general pages, then the sections of the current queue manager. */
import { SideNavDivider, SideNavItems, SideNavLink } from '@carbon/react'
import {
  Activity,
  Application,
  type CarbonIconType,
  ConnectionTwoWay,
  Dashboard,
  DataVolume,
  Home,
  Laptop,
  ListBoxes,
  MessageQueue,
  Password,
  Plug,
  Rss,
  Settings,
  Terminal,
  Tools,
  UserFollow,
} from '@carbon/react/icons'

import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { t } from '../../../ui/text/t.ts'
import { useLayout } from '../layout/layout-provider.tsx'
import {
  buildManagerLink,
  type ManagerSection,
  managerSections,
  type PageRoute,
} from '../routing/page-route.ts'
import { dashboardTexts } from '../wording/dashboard-texts.ts'
import { useCurrentManager } from './current-manager.tsx'
import { sectionTitles } from './page-titles.ts'

const sectionIcons: Readonly<Record<ManagerSection, CarbonIconType>> = {
  overview: Dashboard,
  queues: MessageQueue,
  topics: Rss,
  subscriptions: UserFollow,
  listeners: Plug,
  channels: ConnectionTwoWay,
  'app-channels': Application,
  'client-channels': Laptop,
  authinfos: Password,
  processes: Activity,
  namelists: ListBoxes,
  services: Tools,
  mqsc: Terminal,
  configuration: Settings,
}

export function Navigation({ route, manager: wanted }: { route: PageRoute; manager: string | undefined }) {
  const { isUnknown } = useCurrentManager()
  const manager = isUnknown ? undefined : wanted
  const { layout } = useLayout()
  const section = 'section' in route ? route.section : undefined

  return (
    <SideNavItems>
      {layout?.type === 'dashboards' ? (
        <SideNavLink
          href={buildHashLink('dashboards')}
          isActive={route.page === 'dashboards'}
          renderIcon={Dashboard}
        >
          {dashboardTexts.title}
        </SideNavLink>
      ) : (
        <SideNavLink href={buildHashLink('home')} isActive={route.page === 'home'} renderIcon={Home}>
          {t('Home')}
        </SideNavLink>
      )}
      <SideNavLink href={buildHashLink('qmgr')} isActive={route.page === 'managers'} renderIcon={DataVolume}>
        {t('Queue managers')}
      </SideNavLink>
      {manager && <SideNavDivider />}
      {manager && (
        <li className="navigation__group" title={manager}>
          {manager}
        </li>
      )}
      {manager &&
        managerSections.map((each) => (
          <SideNavLink
            key={each}
            href={buildManagerLink(manager, each)}
            isActive={each === section}
            renderIcon={sectionIcons[each]}
          >
            {sectionTitles[each]}
          </SideNavLink>
        ))}
    </SideNavItems>
  )
}
