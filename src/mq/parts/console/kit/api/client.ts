/** Requests to the REST resources of the console at `api/v1/`, relative to the page. */
import { createApiClient, RequestError } from '../../../../../shared/ui/api/client.ts'
import { createResourceClient } from '../../../../../shared/ui/api/resource-client.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ConsoleResources } from '../../contract/resources.ts'

const base = new URL('api/v1/', document.baseURI)
const vendor = base.pathname.startsWith('/vendormq/') ? 'vendor' : 'ibm'

/** Returns the header that sends an administrative request through a gateway queue manager. */
export function gatewayHeaders(gateway: string | undefined): Readonly<Record<string, string>> {
  return gateway === undefined ? {} : { [`${vendor}-mq-rest-gateway-qmgr`]: gateway }
}

/** The client below the clients of the console's resources and of those of other parts. */
export const client = createApiClient({
  base,
  sessionPath: 'login',
  csrfHeaders: () => ({ [`${vendor}-mq-rest-csrf-token`]: '' }),
  readErrorMessage: (body) => (body as { error?: { message?: string }[] } | undefined)?.error?.[0]?.message,
})

export const { requestTagged, resourceUrl, onSignedOut } = client

/** Sends a request to a resource by its method and path: `request('GET /qmgr/:qmgr', { qmgr }, {})`. */
export const request = createResourceClient<ConsoleResources>(client)

/** The body of a request to a resource. */
export type RequestBody<R extends keyof ConsoleResources> = ConsoleResources[R] extends { input: infer B } ? B : never

/** Returns the first item of a list in a response. Throws a `RequestError` for a response without one. */
export function takeFirst<T>([first]: readonly T[]): T {
  if (first === undefined) throw new RequestError(200, t('The server responded with status {status}.', { status: 200 }))
  return first
}
