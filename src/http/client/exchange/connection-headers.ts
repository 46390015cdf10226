/**
 * What an upstream says about the connection itself: `Connection` (RFC 9110 section 7.6.1) and `Keep-Alive`.
 */
import { cacheBySpelling } from '../../../lib/headers/cache-by-spelling.ts'

export interface ConnectionHeader {
  closes: boolean
  keeps: boolean
  /** Fields that are meant for this hop, in lower case. */
  named: ReadonlySet<string> | undefined
}

/** Reads the value of `Connection`. */
export const parseConnectionHeader = cacheBySpelling((value): ConnectionHeader => {
  const options = new Set(value.split(',').map((option) => option.trim()))
  const closes = options.delete('close')
  const keeps = options.delete('keep-alive')
  return { closes, keeps, named: options.size > 0 ? options : undefined }
})

/** The `timeout` of `Keep-Alive`: how long the upstream keeps an idle connection. */
export const parseKeepAliveSeconds = cacheBySpelling((value): number | undefined => {
  const seconds = /(?:^|[,;\s])timeout=(\d{1,9})/.exec(value)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
})
