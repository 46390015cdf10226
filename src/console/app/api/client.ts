/** Requests to the REST resources of the console at `api/v1/`, relative to the page. */
import { createApiClient } from '../../../ui/api/client.ts'

const base = new URL('api/v1/', document.baseURI)
const vendor = base.pathname.startsWith('/vendormq/') ? 'vendor' : 'ibm'

/** Returns the header that sends an administrative request through a gateway queue manager. */
export function gatewayHeaders(gateway: string | undefined): Readonly<Record<string, string>> {
  return gateway === undefined ? {} : { [`${vendor}-mq-rest-gateway-qmgr`]: gateway }
}

export const { request, requestTagged, resourceUrl, onSignedOut } = createApiClient({
  base,
  sessionPath: 'login',
  csrfHeaders: () => ({ [`${vendor}-mq-rest-csrf-token`]: '' }),
  readErrorMessage: (body) => (body as { error?: { message?: string }[] } | undefined)?.error?.[0]?.message,
})
