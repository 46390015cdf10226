/** Requests to the REST resources of the console at `api/v1/`, relative to the page. */
import { createApiClient } from '../../../ui/api/client.ts'

const base = new URL('api/v1/', document.baseURI)
const vendor = base.pathname.startsWith('/vendormq/') ? 'vendor' : 'ibm'

export const { request, requestTagged, resourceUrl, onSignedOut } = createApiClient({
  base,
  sessionPath: 'login',
  csrfHeaders: () => ({ [`${vendor}-mq-rest-csrf-token`]: '' }),
  readErrorMessage: (body) => (body as { error?: { message?: string }[] } | undefined)?.error?.[0]?.message,
})
