/** The titles of routes, for the window, the navigation and the page headers. */
import { t } from '../../../ui/text/t.ts'
import type { ManagerSection, PageRoute, TransferSection } from '../routing/page-route.ts'

export const sectionTitles: Readonly<Record<ManagerSection, string>> = {
  overview: t('Overview'),
  queues: t('Queues'),
  topics: t('Topics'),
  subscriptions: t('Subscriptions'),
  listeners: t('Listeners'),
  channels: t('Queue manager channels'),
  'app-channels': t('App channels'),
  'client-channels': t('Client channels'),
  'channel-rules': t('Channel authentication'),
  'remote-managers': t('Remote queue managers'),
  authinfos: t('Authentication information'),
  processes: t('Processes'),
  namelists: t('Namelists'),
  services: t('Services'),
  webhooks: t('Webhooks'),
  mqsc: 'MQSC',
  configuration: t('Configuration'),
}

export const transferSectionTitles: Readonly<Record<TransferSection, string>> = {
  transfers: t('Transfers'),
  schedules: t('Scheduled transfers'),
  monitors: t('Monitors'),
  agents: t('Agents'),
}

export function findPageTitle(route: PageRoute): string {
  switch (route.page) {
    case 'home':
      return t('Home')
    case 'dashboards':
      return t('Dashboards')
    case 'managers':
      return t('Queue managers')
    case 'section':
      return t('{objects} of {manager}', { objects: sectionTitles[route.section], manager: route.manager })
    case 'object':
      return route.name
    case 'fileTransfer':
      return t('File transfer: {section}', { section: transferSectionTitles[route.section] })
    case 'notFound':
      return t('Not found')
  }
}
