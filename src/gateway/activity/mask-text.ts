/** Masks secrets in texts that no parser takes apart. */
import { maskTokens } from './mask-tokens.ts'
import { decodeRepeatedly, findSecretName, mask } from './secret-names.ts'

/** A letter that is written as an escape of JSON, of a URL or of XML, or in an unusual form: it may hide the name of a secret. */
const unusualLetter = /\\u00[4-7]|%(?:25)*[4-7][0-9a-f]|&#|[\uff21-\uff5a\u24b6-\u24e9]|\ud835[\udc00-\udfff]/i

/** Drops a text from the first name of a secret, or the first unusual letter, to its end. */
export function dropFromSecret(text: string): string {
  const starts = [findSecretName(text), text.search(unusualLetter)].filter((each) => each >= 0)
  return starts.length === 0 ? maskTokens(text) : maskTokens(text.slice(0, Math.min(...starts))) + mask
}

/**
 * Masks a value within a document that was parsed. A sentence may speak of a password; a text in which a sign such as `=`
 * follows the name of a secret may contain the secret, and is dropped from that name.
 */
export function maskValue(value: string): string {
  const texts = [value, decodeRepeatedly(value) ?? value].map((each) => each.normalize('NFKC'))
  const hasSecret = texts.some((text) => {
    const start = [findSecretName(text), text.search(/\\u00[4-7]|&#/i)].filter((each) => each >= 0)
    return start.length > 0 && /[=:"'<>{}\\\n|]/.test(text.slice(Math.min(...start)))
  })
  return hasSecret ? dropFromSecret(value) : maskTokens(value)
}
