/** Masks tokens that appear in a text: JSON Web Tokens (RFC 7519), and credentials after the name of a scheme. */
import { mask } from './secret-names.ts'

const webToken = /\beyJ[\w=-]{5,}\.[\w=-]*(?:\.[\w=-]*)*/g
/** A challenge such as `Bearer realm="x"` has parameters in place of credentials. */
const credentials = /\b(Bearer|Basic|DPoP)\s+(?![\w-]+=["\w])[\w.~+/=-]+/gi

export function maskTokens(text: string): string {
  return text.replaceAll(webToken, mask).replaceAll(credentials, `$1 ${mask}`)
}
