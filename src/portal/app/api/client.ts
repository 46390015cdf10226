/**
 * Requests to the REST resources of the portal, by their keys in `PortalResources`: `requestResource('GET
 * /apis/:api', { api }, {})`.
 */
import { createApiClient, type HttpMethod, type RequestOptions } from '../../../ui/api/client.ts'
import type { PortalResources, ProblemDetails } from '../../rest/index.ts'

type Resource = keyof PortalResources
export type ResourceResponse<R extends Resource> = PortalResources[R]['response']

type PathParameterName<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathParameterName<More>
    : Rest
  : never
type PathParameters<R extends Resource> = { readonly [Name in PathParameterName<R>]: string }
type RequestBody<R extends Resource> = PortalResources[R] extends { body: infer Given }
  ? { body: Given }
  : { body?: never }

export type ResourceRequest<R extends Resource> = RequestBody<R> & {
  query?: Readonly<Record<string, string | number | undefined>>
  signal?: AbortSignal
  /** Whether the page sends the request by itself. It then does not renew the session. */
  isPoll?: boolean
}

/** The CSRF token of the session. Every request that changes something carries it. */
let csrf = ''

const {
  request: call,
  onSignedOut,
  resourceUrl,
} = createApiClient({
  base: new URL('api/v1/', document.baseURI),
  sessionPath: 'session',
  csrfHeaders: () => ({ 'X-CSRF-Token': csrf }),
  readErrorMessage: (body) => readProblemText((body ?? {}) as Partial<ProblemDetails>),
})

/** `buildResourceUrl` returns the absolute URL of a resource, for use in a link. */
export { onSignedOut, resourceUrl as buildResourceUrl }

export function setCsrfToken(token: string): void {
  csrf = token
}

/** Sends a request to a resource and returns the response body. Throws a `RequestError` for an error response. */
export function requestResource<R extends Resource>(
  resource: R,
  params: PathParameters<R>,
  request: ResourceRequest<R>,
): Promise<ResourceResponse<R>> {
  const [method, path = ''] = resource.split(' ')
  const { isPoll, ...options }: RequestOptions & { isPoll?: boolean } = request as RequestOptions
  const headers = isPoll ? { 'X-Poll': '1' } : undefined
  const names = params as Readonly<Record<string, string>>
  const filled = path.slice(1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
  return call(method as HttpMethod, filled, { ...options, ...(headers && { headers }) })
}

/** Returns the errors of single fields, and otherwise the detail of a problem. */
function readProblemText({ detail, fields = [] }: Partial<ProblemDetails>): string | undefined {
  if (fields.length === 0) return detail
  return fields.map(({ field, message }) => (message.includes(field) ? message : `${field}: ${message}`)).join(' ')
}
