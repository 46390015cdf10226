/** Masks the values of headers that carry secrets, tokens or cookies, and queries in URLs. */
import { maskTokens } from './mask-tokens.ts'
import { isSecretName, mask } from './secret-names.ts'

/** Headers whose values are URLs, which can have secrets in their query. */
const urlHeaders: ReadonlySet<string> = new Set(['location', 'content-location', 'referer', 'link'])
/** Headers that ask for credentials and have none. */
const challenges: ReadonlySet<string> = new Set(['www-authenticate', 'proxy-authenticate'])

/** Returns a flat list of names and values. `secretNames` are further names in lower case, such as those of API keys. */
export function maskHeaders(headers: readonly string[], secretNames: readonly string[]): string[] {
  return headers.map((text, index) => {
    if (index % 2 === 0) return text
    const name = (headers[index - 1] ?? '').toLowerCase()
    if (secretNames.includes(name) || (isSecretName(name) && !challenges.has(name))) return mask
    const shown = maskTokens(text)
    return urlHeaders.has(name) ? shown.replaceAll(/[?#][^\s,;>]*/g, `?${mask}`) : shown
  })
}
