/**
 * Parses the headers with which an upstream describes the connection itself: `Connection` (RFC 9110 section
 * 7.6.1) and `Keep-Alive`.
 */
import { cacheBySpelling } from '../../../lib/headers/cache-by-spelling.ts'

export interface ConnectionHeader {
  closes: boolean
  keeps: boolean
  /** Names of hop-by-hop headers, in lower case. */
  named: ReadonlySet<string> | undefined
}

/** Parses the value of a `Connection` header. */
export const parseConnectionHeader = cacheBySpelling((value): ConnectionHeader => {
  const options = new Set(value.split(',').map((option) => option.trim()))
  const closes = options.delete('close')
  const keeps = options.delete('keep-alive')
  return { closes, keeps, named: options.size > 0 ? options : undefined }
})

/** Returns `timeout` of `Keep-Alive`: seconds for which the upstream keeps an idle connection; or undefined. */
export const parseKeepAliveSeconds = cacheBySpelling((value): number | undefined => {
  const seconds = /(?:^|[,;\s])timeout=(\d{1,9})/.exec(value)?.[1]
  return seconds === undefined ? undefined : Number(seconds)
})
