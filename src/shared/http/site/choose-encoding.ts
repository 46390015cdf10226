/** Chooses the compressed variant of a response: RFC 9110 section 12.5.3. */
import { type ContentEncoding, contentEncodings } from './assets.ts'

/** Returns the first available encoding that Accept-Encoding allows; undefined for the uncompressed bytes. */
export function chooseEncoding(
  field: string | string[] | undefined,
  available: Partial<Record<ContentEncoding, Buffer>>,
): ContentEncoding | undefined {
  return contentEncodings.find((encoding) => available[encoding] !== undefined && acceptsEncoding(field, encoding))
}

/** Returns whether an Accept-Encoding header names the encoding with a quality above 0. */
export function acceptsEncoding(field: string | string[] | undefined, encoding: ContentEncoding): boolean {
  return String(field ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .some(([name, quality]) => name === encoding && !/^q=0(\.0*)?$/.test(quality ?? ''))
}
