/** The links to the sections of a queue manager, at the end of the navigation. */
import { SideNavDivider } from '@carbon/react'
import {
  Activity,
  Application,
  type CarbonIconType,
  ConnectionTwoWay,
  Dashboard,
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
  TreeView,
  UserFollow,
  Webhook,
} from '@carbon/react/icons'
import { NavigationLink } from '../../../../../shared/ui/shell/navigation-link.tsx'
import { buildManagerLink, type ManagerSection, managerSections, sectionTitles } from '../../kit/routing/page-route.ts'

export const sectionIcons: Readonly<Record<ManagerSection, CarbonIconType>> = {
  overview: Dashboard,
  topology: TreeView,
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

export default function ManagerLinks({ manager, section }: { manager: string; section: string | undefined }) {
  return (
    <>
      <SideNavDivider />
      <li className="navigation__group" title={manager}>
        {manager}
      </li>
      {managerSections.map((each) => (
        <NavigationLink
          key={each}
          href={buildManagerLink(manager, each)}
          isActive={each === section}
          renderIcon={sectionIcons[each]}
        >
          {sectionTitles[each]}
        </NavigationLink>
      ))}
    </>
  )
}
