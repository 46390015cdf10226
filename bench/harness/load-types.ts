/** Defines a load that a benchmark sends to a server, and the measured values. */

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** The requests that each connection sends one after the other. The default is a GET of `url`. */
  requests?: readonly Request[]
  /**
   * Writes a file with one token per line and returns its path; each request carries the next token. It is called
   * before each measurement.
   */
  tokens?(seconds: number): Promise<string>
  /** The header that carries the line of the file, and what stands before it; `authorization: Bearer ` by default. */
  tokenHeader?: { name: string; prefix: string }
  /** Whether the lines are used again from the first one after the last. */
  repeatsTokens?: boolean
  /** Whether responses with a status of 400 to 499 are expected. */
  expectsRejection?: boolean
}

export interface Request {
  method: string
  /** The path that replaces the path of the URL. */
  path?: string
  /** Headers in addition to those of the load. */
  headers?: Record<string, string>
  body?: string
}

export interface Measurement {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** The number of unexpected responses and broken connections. */
  failures: number
  /** The processor time of the server and its descendants per call, in microseconds; undefined when it is not known. */
  microsPerCall?: number
}
