/** Where in the console one is. */
import { buildHashLink, parseHashPath } from '../../../ui/routing/hash-path.ts'

export const sections = [
  'overview',
  'queues',
  'topics',
  'subscriptions',
  'listeners',
  'channels',
  'app-channels',
  'client-channels',
  'mqsc',
  'configuration',
] as const
export type Section = (typeof sections)[number]

export type Route =
  | { page: 'home' }
  | { page: 'managers' }
  | { page: 'section'; manager: string; section: Section }
  | { page: 'object'; manager: string; section: Section; name: string; tab: string | undefined }
  | { page: 'nowhere' }

export function parseRoute(hash: string): Route {
  const parts = parseHashPath(hash)
  if (!parts) return { page: 'nowhere' }

  const [first, manager, section = 'overview', name, tab, ...more] = parts
  if (first === '' || first === 'home') return { page: 'home' }
  if (first !== 'qmgr' || more.length > 0) return { page: 'nowhere' }
  if (!manager) return { page: 'managers' }
  if (!isSection(section)) return { page: 'nowhere' }
  return name ? { page: 'object', manager, section, name, tab } : { page: 'section', manager, section }
}

export function toManager(manager: string, section: Section = 'overview'): string {
  return buildHashLink('qmgr', manager, section)
}

export function toObject(manager: string, section: Section, name: string, tab?: string): string {
  return buildHashLink('qmgr', manager, section, name, tab)
}

function isSection(word: string): word is Section {
  return sections.some((each) => each === word)
}
