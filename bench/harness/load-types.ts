/** What a benchmark sends to a subject, and the figures that it measures. */

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** The requests that each connection sends one after the other. The default is a GET of `url`. */
  requests?: readonly Request[]
  /** Writes a file with one token a line and returns its path; each request carries the next token. It runs before each measurement. */
  tokens?(seconds: number): Promise<string>
  /** The expected responses have a status of 400 to 499. */
  refused?: boolean
}

export interface Request {
  method: string
  /** Replaces the path of the URL. */
  path?: string
  /** Headers that are sent in addition to those of the load. */
  headers?: Record<string, string>
  body?: string
}

export interface Measurement {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** The number of unexpected responses and broken connections. */
  failures: number
}
