/** The routes of the portal, in the hash of the URL. */
import { buildHashLink, parseHashPath } from '../../../ui/routing/hash-path.ts'

export type PageRoute =
  | {
      page:
        | 'home'
        | 'signIn'
        | 'search'
        | 'guides'
        | 'products'
        | 'applications'
        | 'tokens'
        | 'approvals'
        | 'configuration'
        | 'calls'
        | 'keys'
        | 'live'
        | 'account'
        | 'notFound'
    }
  | { page: 'reset'; token: string | undefined }
  | { page: 'verify'; token: string }
  | { page: 'guide'; guide: string }
  | { page: 'product'; product: string }
  | { page: 'api'; api: string; operation: string | undefined; tab: string | undefined }
  | { page: 'application'; application: string; tab: string | undefined }
  | { page: 'document'; file: string }
  | { page: 'try'; api: string | undefined; operation: string | undefined }

const simplePages = [
  'home',
  'search',
  'guides',
  'products',
  'applications',
  'tokens',
  'approvals',
  'configuration',
  'calls',
  'keys',
  'live',
  'account',
] as const

export function parsePageRoute(hash: string): PageRoute {
  const parts = parseHashPath(hash)
  if (!parts) return { page: 'notFound' }

  const [first = '', second, third, fourth, ...more] = parts
  if (first === '' && second === undefined) return { page: 'home' }
  if (second === undefined) {
    const page = simplePages.find((each) => each === first)
    if (page) return { page }
    if (first === 'sign-in') return { page: 'signIn' }
  }
  if (more.length > 0) return { page: 'notFound' }
  if (first === 'apis' && second) return { page: 'api', api: second, operation: third, tab: fourth }
  if (fourth !== undefined) return { page: 'notFound' }
  if (first === 'try') return { page: 'try', api: second, operation: third }
  if (first === 'applications' && second) return { page: 'application', application: second, tab: third }
  if (first === 'configuration' && second && third === undefined) return { page: 'document', file: second }
  if (first === 'reset' && third === undefined) return { page: 'reset', token: second }
  if (first === 'verify' && second && third === undefined) return { page: 'verify', token: second }
  if (first === 'guides' && second && third === undefined) return { page: 'guide', guide: second }
  if (first === 'products' && second && third === undefined) return { page: 'product', product: second }
  return { page: 'notFound' }
}

/** The pages that need no session where the catalogue is public. */
const cataloguePages: ReadonlySet<PageRoute['page']> = new Set([
  'home',
  'search',
  'guides',
  'guide',
  'products',
  'product',
  'api',
  'notFound',
])

export function isCataloguePage(page: PageRoute['page']): boolean {
  return cataloguePages.has(page)
}

/** Returns a link to the sign-in page, which leads back to the page of `hash`. */
export const buildSignInLink = (hash: string) =>
  hash === '' ? '#/sign-in' : `#/sign-in?${new URLSearchParams({ from: hash })}`
export const buildSearchLink = (query: string) => `#/search?${new URLSearchParams({ q: query })}`
export const buildGuideLink = (guide: string) => buildHashLink('guides', guide)
export const buildProductLink = (product: string) => buildHashLink('products', product)
export const buildDocumentLink = (file: string) => buildHashLink('configuration', file)
export const buildApiLink = (api: string, operation?: string, tab?: string) =>
  buildHashLink('apis', api, operation, tab)
export const buildApplicationLink = (application: string, tab?: string) =>
  buildHashLink('applications', application, tab)
export const buildTryLink = (api?: string, operation?: string) => buildHashLink('try', api, operation)
