/** The media types of messages: text in UTF-8. */
import { RestError } from '../errors/rest-error.ts'

/** The accepted media types. */
export const textMediaTypes = ['text/plain', 'text/html', 'text/xml', 'application/json', 'application/xml'] as const
const shape = /^([a-z]+\/[a-z]+)\s*(?:;\s*charset\s*=\s*"?([^\s";]+)"?\s*)?(?:;\s*)?$/i

/** Accepted Content-Type values, so that each value is parsed once. */
const accepted = new Set<string | undefined>()
const maxAccepted = 100

/** Throws `RestError` with status 415 for a Content-Type that is not a supported media type in UTF-8. */
export function requireTextContentType(contentType: string | undefined): void {
  if (accepted.has(contentType)) return
  const [, type, charset] = shape.exec(contentType ?? '') ?? []
  if (!type || !textMediaTypes.some((each) => each === type.toLowerCase())) {
    throw new RestError('MQWB0306E', [contentType ?? '', textMediaTypes.join(', ')])
  }
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new RestError('MQWB0305E', [charset])
  if (accepted.size < maxAccepted) accepted.add(contentType)
}
