/** The routes of the console, in the hash of the URL, with their titles for the window, the navigation and the headers. */
import { buildHashLink, parseHashPath } from '../../../../../shared/ui/routing/hash-path.ts'
import { t } from '../../../../../shared/ui/text/t.ts'

/** The sections of a queue manager, in the order of the navigation, with their titles. */
export const sectionTitles = {
  overview: t('Overview'),
  topology: t('Topology'),
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
export type ManagerSection = keyof typeof sectionTitles
export const managerSections = Object.keys(sectionTitles) as readonly ManagerSection[]

export const transferSectionTitles = {
  transfers: t('Transfers'),
  schedules: t('Scheduled transfers'),
  monitors: t('Monitors'),
  agents: t('Agents'),
}
export type TransferSection = keyof typeof transferSectionTitles
export const transferSections = Object.keys(transferSectionTitles) as readonly TransferSection[]

export type PageRoute =
  | { page: 'home' }
  | { page: 'dashboards'; dashboard: string | undefined }
  | { page: 'managers' }
  | { page: 'section'; manager: string; section: ManagerSection }
  | { page: 'object'; manager: string; section: ManagerSection; name: string; tab: string | undefined }
  | { page: 'fileTransfer'; section: TransferSection; name: string | undefined }
  | { page: 'notFound' }

export function parsePageRoute(hash: string): PageRoute {
  const parts = parseHashPath(hash)
  if (!parts) return { page: 'notFound' }

  const [first, manager, section = 'overview', name, tab, ...more] = parts
  if (first === '' || first === 'home') return { page: 'home' }
  if (first === 'dashboards') return { page: 'dashboards', dashboard: manager || undefined }
  if (first === 'file-transfer') return parseTransferRoute(parts.slice(1))
  if (first !== 'qmgr' || more.length > 0) return { page: 'notFound' }
  if (!manager) return { page: 'managers' }
  if (!isSection(section)) return { page: 'notFound' }
  return name ? { page: 'object', manager, section, name, tab } : { page: 'section', manager, section }
}

function parseTransferRoute([section = 'transfers', name, ...more]: readonly string[]): PageRoute {
  const found = transferSections.find((each) => each === section)
  if (!found || more.length > 0 || (name && found !== 'transfers')) return { page: 'notFound' }
  return { page: 'fileTransfer', section: found, name: name || undefined }
}

/** `name` is the id of a transfer. */
export function buildTransferLink(section: TransferSection = 'transfers', name?: string): string {
  return buildHashLink('file-transfer', section, name)
}

export function buildManagerLink(manager: string, section: ManagerSection = 'overview'): string {
  return buildHashLink('qmgr', manager, section)
}

export function buildObjectLink(manager: string, section: ManagerSection, name: string, tab?: string): string {
  return buildHashLink('qmgr', manager, section, name, tab)
}

function isSection(word: string): word is ManagerSection {
  return managerSections.some((each) => each === word)
}

/** Returns the title of a page for the window and the navigation. */
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
