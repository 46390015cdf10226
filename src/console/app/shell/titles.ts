/** What a route is called: in the title of the window, the navigation, and at the head of a page. */
import type { Route, Section } from '../routing/route.ts'

export const sectionTitles: Readonly<Record<Section, string>> = {
  overview: 'Overview',
  queues: 'Queues',
  topics: 'Topics',
  subscriptions: 'Subscriptions',
  listeners: 'Listeners',
  channels: 'Queue manager channels',
  'app-channels': 'App channels',
  'client-channels': 'Client channels',
  mqsc: 'MQSC',
  configuration: 'Configuration',
}

export function titleOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return 'Home'
    case 'managers':
      return 'Queue managers'
    case 'section':
      return `${sectionTitles[route.section]} of ${route.manager}`
    case 'object':
      return route.name
    case 'nowhere':
      return 'Not found'
  }
}
