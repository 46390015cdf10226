/** Masks the values of headers that carry secrets, tokens or cookies, and queries in URLs. */
import { maskTokens } from './mask-tokens.ts'
import { isSecretName, mask } from './secret-names.ts'

/** Headers whose values are URLs, which can have secrets in their query. */
const urlHeaders: ReadonlySet<string> = new Set(['location', 'content-location', 'referer', 'link'])

/** Returns a flat list of names and values. `secretNames` are further names in lower case, such as those of API keys. */
export function maskHeaders(headers: readonly string[], secretNames: readonly string[]): string[] {
  return headers.map((text, index) => {
    if (index % 2 === 0) return text
    const name = (headers[index - 1] ?? '').toLowerCase()
    if (isSecretName(name) || secretNames.includes(name)) return mask
    return urlHeaders.has(name) ? text.replaceAll(/[?#][^\s,;>]*/g, `?${mask}`) : maskTokens(text)
  })
}
