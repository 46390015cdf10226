/** The routes of the portal, in the hash of the URL. */
import { buildHashLink, parseHashPath } from '../../../../../shared/ui/routing/hash-path.ts'
import { createParameter, replaceHashQuery } from '../../../../../shared/ui/routing/hash-query.ts'
import { t } from '../../../../../shared/ui/text/t.ts'

/**
 * Every page: its path, in which `:name` is a parameter and `:name?` one that may be absent; its title, undefined for
 * a page that shows its first parameter; and whether it needs no session where the catalogue is public.
 */
const pages = {
  home: ['home', t('Home'), 'catalogue'],
  signIn: ['sign-in', t('Sign in')],
  reset: ['reset/:token?', t('Forgotten password')],
  verify: ['verify/:token', t('E-mail address')],
  search: ['search', t('Search'), 'catalogue'],
  guides: ['guides', t('Guides'), 'catalogue'],
  guide: ['guides/:guide', undefined, 'catalogue'],
  products: ['products', t('Products'), 'catalogue'],
  product: ['products/:product', undefined, 'catalogue'],
  api: ['apis/:api/:operation?/:tab?', undefined, 'catalogue'],
  applications: ['applications', t('Applications')],
  application: ['applications/:application/:tab?', undefined],
  try: ['try/:api?/:operation?', t('Try it')],
  tokens: ['tokens', t('Token debugger')],
  approvals: ['approvals', t('Approvals')],
  configuration: ['configuration', t('Configuration')],
  document: ['configuration/:file', undefined],
  revisions: ['revisions', t('Revisions')],
  revision: ['revisions/:revision', undefined],
  keys: ['keys', t('Signing keys')],
  live: ['live', t('Live')],
  calls: ['calls', t('Call log')],
  questions: ['questions/:question?/:about?', t('Questions')],
  account: ['account', t('Account')],
  notFound: ['', t('Not found'), 'catalogue'],
} as const satisfies Readonly<Record<string, readonly [path: string, title: string | undefined, access?: 'catalogue']>>

type Page = keyof typeof pages
type ParameterNames<Path> = Path extends `${infer Step}/${infer Rest}`
  ? ParameterNames<Step> | ParameterNames<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never
type Parameters<Path> = {
  [Name in ParameterNames<Path> as Name extends `${infer Bare}?` ? Bare : Name]: Name extends `${string}?`
    ? string | undefined
    : string
}
export type PageRoute = { [P in Page]: { page: P } & Parameters<(typeof pages)[P][0]> }[Page]

export function parsePageRoute(hash: string): PageRoute {
  const parts = parseHashPath(hash) ?? []
  if (parts.length === 1 && parts[0] === '') return { page: 'home' }
  for (const [page, [path]] of Object.entries(pages)) {
    const parameters = matchPath(path.split('/'), parts)
    if (parameters) return { page, ...parameters } as PageRoute
  }
  return { page: 'notFound' }
}

/** Returns the parameters of a path; undefined when the parts of a URL do not fit it. */
function matchPath(steps: readonly string[], parts: readonly string[]): Record<string, string | undefined> | undefined {
  const parameters: Record<string, string | undefined> = {}
  for (const [index, step] of steps.entries()) {
    const part = parts[index]
    const [, name, optional] = /^:(\w+)(\?)?$/.exec(step) ?? []
    if (name === undefined ? part !== step : !part && !optional) return undefined
    if (name !== undefined) parameters[name] = part
  }
  return parts.length > steps.length || parts.length === 0 ? undefined : parameters
}

/** Returns whether a page needs no session where the catalogue is public. */
export function isCataloguePage(page: Page): boolean {
  return pages[page][2] !== undefined
}

/** Returns the title of a page for the window and the navigation. */
export function findPageTitle({ page, ...parameters }: PageRoute): string {
  return pages[page][1] ?? String(Object.values(parameters)[0])
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
/** Returns a link that opens the dialog for a new application, with a plan `product/plan` chosen. */
export const buildNewApplicationLink = (plan = '') =>
  replaceHashQuery(buildHashLink('applications'), { [createParameter]: '1', plan })
export const buildQuestionLink = (question: string, about?: string) => buildHashLink('questions', question, about)
export const buildRevisionLink = (revision: string) => buildHashLink('revisions', revision)
export const buildTryLink = (api?: string, operation?: string) => buildHashLink('try', api, operation)
