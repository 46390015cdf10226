/** The navigation at the side of the page: general pages, then the sections of the current queue manager. */
import { SideNavDivider, SideNavItems } from '@carbon/react'
import {
  Activity,
  Application,
  Bot,
  Calendar,
  type CarbonIconType,
  ConnectionTwoWay,
  Dashboard,
  DataVolume,
  DocumentMultiple_01,
  FolderDetailsReference,
  Home,
  Laptop,
  ListBoxes,
  MessageQueue,
  Network_3,
  Password,
  Plug,
  Policy,
  Rss,
  Settings,
  Terminal,
  UserFollow,
  Webhook,
} from '@carbon/react/icons'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { NavigationLink } from '../../../ui/shell/navigation-link.tsx'
import { t } from '../../../ui/text/t.ts'
import { useLayout } from '../layout/layout-provider.tsx'
import {
  buildManagerLink,
  buildTransferLink,
  type ManagerSection,
  managerSections,
  type PageRoute,
  sectionTitles,
  type TransferSection,
  transferSections,
  transferSectionTitles,
} from '../routing/page-route.ts'
import { useSession } from '../session/session.tsx'
import { useCurrentManager } from './current-manager.tsx'

const sectionIcons: Readonly<Record<ManagerSection, CarbonIconType>> = {
  overview: Dashboard,
  queues: MessageQueue,
  topics: Rss,
  subscriptions: UserFollow,
  listeners: Plug,
  channels: ConnectionTwoWay,
  'app-channels': Application,
  'client-channels': Laptop,
  'channel-rules': Policy,
  'remote-managers': Network_3,
  authinfos: Password,
  processes: Activity,
  namelists: ListBoxes,
  services: Activity,
  webhooks: Webhook,
  mqsc: Terminal,
  configuration: Settings,
}

const transferIcons: Readonly<Record<TransferSection, CarbonIconType>> = {
  transfers: DocumentMultiple_01,
  schedules: Calendar,
  monitors: FolderDetailsReference,
  agents: Bot,
}

function TransferLinks({ section }: { section: TransferSection | undefined }) {
  return (
    <>
      <SideNavDivider />
      <li className="navigation__group">{t('File transfer')}</li>
      {transferSections.map((each) => (
        <NavigationLink
          key={each}
          href={buildTransferLink(each)}
          isActive={each === section}
          renderIcon={transferIcons[each]}
        >
          {transferSectionTitles[each]}
        </NavigationLink>
      ))}
    </>
  )
}

function GeneralLinks({ route }: { route: PageRoute }) {
  const { layout } = useLayout()
  return (
    <>
      {layout?.type === 'dashboards' ? (
        <NavigationLink
          href={buildHashLink('dashboards')}
          isActive={route.page === 'dashboards'}
          renderIcon={Dashboard}
        >
          {t('Dashboards')}
        </NavigationLink>
      ) : (
        <NavigationLink href={buildHashLink('home')} isActive={route.page === 'home'} renderIcon={Home}>
          {t('Home')}
        </NavigationLink>
      )}
      <NavigationLink href={buildHashLink('qmgr')} isActive={route.page === 'managers'} renderIcon={DataVolume}>
        {t('Queue managers')}
      </NavigationLink>
    </>
  )
}

export function Navigation({ route, manager: wanted }: { route: PageRoute; manager: string | undefined }) {
  const { isUnknown } = useCurrentManager()
  const manager = isUnknown ? undefined : wanted
  const { rights } = useSession()
  const section = 'section' in route ? route.section : undefined

  return (
    <SideNavItems>
      {rights.seeManagers && <GeneralLinks route={route} />}
      {rights.seeTransfers && <TransferLinks section={route.page === 'fileTransfer' ? route.section : undefined} />}
      {manager && <SideNavDivider />}
      {manager && (
        <li className="navigation__group" title={manager}>
          {manager}
        </li>
      )}
      {manager &&
        managerSections.map((each) => (
          <NavigationLink
            key={each}
            href={buildManagerLink(manager, each)}
            isActive={each === section}
            renderIcon={sectionIcons[each]}
          >
            {sectionTitles[each]}
          </NavigationLink>
        ))}
    </SideNavItems>
  )
}
