/**
 * Masks what is a secret by its form: JSON Web Tokens (RFC 7519), credentials after the name of a scheme, and the user
 * information and secret parameters of URLs.
 */
import { isSecretParameter, mask } from './secret-names.ts'

const webToken = /\beyJ[\w=-]{5,}\.[\w=-]*(?:\.[\w=-]*)*/g
/** A challenge such as `Bearer realm="x"` has parameters in place of credentials. */
const credentials = /\b(Bearer|Basic|DPoP)\s+(?![\w-]+=["\w])[\w.~+/=-]+/gi
/** Slashes may be escaped, as in JSON. The repetitions are bounded, so that the time is linear. */
const userInformation = /(:(?:\\?\/){2})[^\s/?#"'<>]{1,2000}@/g
/** A password that is cut off before its `@`; a port has up to five digits. */
const cutUserInformation = /(:(?:\\?\/){2}[^\s/?#"'<>:@]{0,500}:)(?!\d{1,5}$)[^\s/?#"'<>@]+$/
const parameters = /(?<=[?#&;])([^\s=&;#"'<>]{1,200})=[^\s&;#"'<>]*/g

export function maskTokens(text: string): string {
  return text
    .replaceAll(webToken, mask)
    .replaceAll(credentials, `$1 ${mask}`)
    .replaceAll(userInformation, `$1${mask}@`)
    .replace(cutUserInformation, `$1${mask}`)
    .replaceAll(parameters, (whole, name: string) => (isSecretParameter(name) ? `${name}=${mask}` : whole))
}
