/** Calls to the REST resources of the console, which stand beside the page: `api/v1/`. */
import { clientFor } from '../../../ui/api/client.ts'

const base = new URL('api/v1/', document.baseURI)
const vendor = base.pathname.startsWith('/vendormq/') ? 'vendor' : 'ibm'

export const { call, resource, onSignedOut } = clientFor({
  base,
  session: 'login',
  csrf: () => ({ [`${vendor}-mq-rest-csrf-token`]: '' }),
  reason: (body) => (body as { error?: { message?: string }[] } | undefined)?.error?.[0]?.message,
})
