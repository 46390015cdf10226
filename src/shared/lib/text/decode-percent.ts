import { attempt } from '../collections/attempt.ts'

/** Returns a part of a URL without its escapes (RFC 3986 section 2.1); as it is when an escape is malformed. */
export function decodePercent(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text
}
