/** Finds the name of a request header in lower case, and whether the header decides how the message is read. */
import { cacheBySpelling } from '../../lib/headers/cache-by-spelling.ts'

export interface RequestHeader {
  /** The name in lower case. */
  readonly name: string
  /** Whether the header determines the framing of the message or the fate of the connection. */
  readonly decidesFraming: boolean
}

const framing =
  /^(?:host|connection|proxy-connection|content-length|transfer-encoding|upgrade|expect|trailer|te|http2-settings)$/

/** Returns the header that a spelling of its name stands for. Equal names are the same string, so that comparing is cheap. */
export const findRequestHeader = cacheBySpelling(
  (name): RequestHeader => ({ name, decidesFraming: framing.test(name) }),
)
