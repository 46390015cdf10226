/** Chooses the compressed variant of a response: RFC 9110 section 12.5.3. */
import { type ContentEncoding, contentEncodings } from './assets.ts'

/**
 * Returns the first available encoding that the Accept-Encoding header allows; undefined for the uncompressed
 * bytes.
 */
export function chooseEncoding(
  field: string | string[] | undefined,
  available: Partial<Record<ContentEncoding, Buffer>>,
): ContentEncoding | undefined {
  const accepted = new Set(
    String(field ?? '')
      .toLowerCase()
      .split(',')
      .map((each) => each.split(';').map((part) => part.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  )
  return contentEncodings.find((encoding) => available[encoding] !== undefined && accepted.has(encoding))
}
