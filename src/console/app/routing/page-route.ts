/** The routes of the console, in the hash of the URL. */
import { buildHashLink, parseHashPath } from '../../../ui/routing/hash-path.ts'

export const managerSections = [
  'overview',
  'queues',
  'topics',
  'subscriptions',
  'listeners',
  'channels',
  'app-channels',
  'client-channels',
  'channel-rules',
  'remote-managers',
  'authinfos',
  'processes',
  'namelists',
  'services',
  'webhooks',
  'mqsc',
  'configuration',
] as const
export type ManagerSection = (typeof managerSections)[number]

export const transferSections = ['transfers', 'schedules', 'monitors', 'agents'] as const
export type TransferSection = (typeof transferSections)[number]

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
