/** The load: wrk where it is installed, autocannon otherwise. Both keep their connections. */
import { withAutocannon } from './autocannon.ts'
import { isInstalled } from './process.ts'
import { withWrk } from './wrk.ts'

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** What each connection sends, in turn; GET of `url` when left out. */
  requests?: readonly Request[]
  /** Names a file of tokens, one a line, of which each request carries the next. Asked anew for each measurement. */
  tokens?(seconds: number): Promise<string>
  /** The answers that count as good are refusals: 400 to 499. */
  refused?: boolean
}

export interface Request {
  method: string
  /** Another one than that of the URL. */
  path?: string
  /** Beside those of the load. */
  headers?: Record<string, string>
  body?: string
}

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers that were not as expected, and connections that broke. */
  failures: number
}

export const generator = isInstalled('wrk') ? 'wrk' : 'autocannon'

/** Puts the load on and measures what comes back. */
export function measure(load: Load): Promise<Measured> {
  return generator === 'wrk' ? withWrk(load) : withAutocannon(load)
}
