/** Checks the redirect URIs of an application. RFC 6749 section 3.1.2; RFC 8252 section 7.3 for loopback URIs. */
import { PortalError } from '../http/portal-error.ts'

/** URI schemes that execute code or open local content in the browser. */
const executableScheme = /^(javascript|data|vbscript|blob|file|about):/i

/** Throws a `PortalError` `wrong_body` unless every URI is absolute, has no fragment and has an allowed scheme. */
export function checkRedirectUris(addresses: readonly string[]): void {
  const fields = addresses.flatMap((address, index) => {
    const fault = findUriError(address)
    return fault ? [{ field: `redirectEndpoints[${index}]`, message: `"${address}" ${fault}` }] : []
  })
  if (fields.length === 0) return
  throw new PortalError('wrong_body', {
    detail: fields.map(({ message }) => `${message}.`).join(' '),
    fields,
  })
}

function findUriError(address: string): string | undefined {
  if (!URL.canParse(address) || /[\s*]/.test(address))
    return 'must be an absolute address such as https://shop.example.com/back'
  if (executableScheme.test(address)) return 'must lead to a page or an application: this scheme does not'
  if (address.includes('#')) return 'must have no fragment ("#")'
  return undefined
}
