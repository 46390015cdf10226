/** The titles of routes, for the window, the navigation and the page headers. */
import type { ManagerSection, PageRoute } from '../routing/page-route.ts'

export const sectionTitles: Readonly<Record<ManagerSection, string>> = {
  overview: 'Overview',
  queues: 'Queues',
  topics: 'Topics',
  subscriptions: 'Subscriptions',
  listeners: 'Listeners',
  channels: 'Queue manager channels',
  'app-channels': 'App channels',
  'client-channels': 'Client channels',
  authinfos: 'Authentication information',
  processes: 'Processes',
  namelists: 'Namelists',
  services: 'Services',
  mqsc: 'MQSC',
  configuration: 'Configuration',
}

export function findPageTitle(route: PageRoute): string {
  switch (route.page) {
    case 'home':
      return 'Home'
    case 'dashboards':
      return 'Dashboards'
    case 'managers':
      return 'Queue managers'
    case 'section':
      return `${sectionTitles[route.section]} of ${route.manager}`
    case 'object':
      return route.name
    case 'notFound':
      return 'Not found'
  }
}
