/** Requests to resources of the portal: `requestResource('GET /apis/:api', { api }, {})`. */
import { createApiClient } from '../../../../../shared/ui/api/client.ts'
import {
  createResourceClient,
  type ResourceRequest as DeclaredRequest,
  type PathParameters,
} from '../../../../../shared/ui/api/resource-client.ts'
import type { PortalResources, ProblemDetails } from '../../rest/index.ts'

type Resource = keyof PortalResources
export type ResourceResponse<R extends Resource> = PortalResources[R]['response']
export type ResourceRequest<R extends Resource> = DeclaredRequest<PortalResources, R> & {
  /** Whether the page sends the request by itself. It then does not renew the session. */
  isPoll?: boolean
}

/** The CSRF token of the session. Every request that changes something carries it. */
let csrf = ''

const client = createApiClient({
  base: new URL('api/v1/', document.baseURI),
  sessionPath: 'session',
  csrfHeaders: () => ({ 'X-CSRF-Token': csrf }),
  readErrorMessage: (body) => readProblemText((body ?? {}) as Partial<ProblemDetails>),
})

const send = createResourceClient<PortalResources>(client)

/** `buildResourceUrl` returns the absolute URL of a resource, for use in a link. */
export const { onSignedOut, resourceUrl: buildResourceUrl } = client

export function setCsrfToken(token: string): void {
  csrf = token
}

/** Sends a request to a resource and returns the response body. Throws a `RequestError` for an error response. */
export function requestResource<R extends Resource>(
  resource: R,
  params: PathParameters<R>,
  { isPoll, ...request }: ResourceRequest<R>,
): Promise<ResourceResponse<R>> {
  const options = isPoll ? { ...request, headers: { 'X-Poll': '1' } } : request
  return send(resource, params, options as DeclaredRequest<PortalResources, R>)
}

/** Returns the errors of single fields, and otherwise the detail of a problem. */
function readProblemText({ detail, fields = [] }: Partial<ProblemDetails>): string | undefined {
  if (fields.length === 0) return detail
  return fields.map(({ field, message }) => (message.includes(field) ? message : `${field}: ${message}`)).join(' ')
}
