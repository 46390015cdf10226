/** Where in the portal one is. */
import { buildHashLink, parseHashPath } from '../../../ui/routing/hash-path.ts'

export type Route =
  | { page: 'home' | 'products' | 'applications' | 'tokens' | 'approvals' | 'account' | 'nowhere' }
  | { page: 'product'; product: string }
  | { page: 'api'; api: string; operation: string | undefined; tab: string | undefined }
  | { page: 'application'; application: string; tab: string | undefined }
  | { page: 'try'; api: string | undefined; operation: string | undefined }

const plain = ['home', 'products', 'applications', 'tokens', 'approvals', 'account'] as const

export function parseRoute(hash: string): Route {
  const parts = parseHashPath(hash)
  if (!parts) return { page: 'nowhere' }

  const [first = '', second, third, fourth, ...more] = parts
  if (first === '' && second === undefined) return { page: 'home' }
  if (second === undefined) {
    const page = plain.find((each) => each === first)
    if (page) return { page }
  }
  if (more.length > 0) return { page: 'nowhere' }
  if (first === 'apis' && second) return { page: 'api', api: second, operation: third, tab: fourth }
  if (fourth !== undefined) return { page: 'nowhere' }
  if (first === 'try') return { page: 'try', api: second, operation: third }
  if (first === 'applications' && second) return { page: 'application', application: second, tab: third }
  if (first === 'products' && second && third === undefined) return { page: 'product', product: second }
  return { page: 'nowhere' }
}

export const toProduct = (product: string) => buildHashLink('products', product)
export const toApi = (api: string, operation?: string, tab?: string) =>
  buildHashLink('apis', api, operation, tab)
export const toApplication = (application: string, tab?: string) =>
  buildHashLink('applications', application, tab)
export const toTry = (api?: string, operation?: string) => buildHashLink('try', api, operation)
