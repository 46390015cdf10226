/** Settings of client connections, which the gateway and the MQ web server share. */
import { readOpenFilesLimit } from '../../lib/files/open-files-limit.ts'

export interface ConnectionSettings {
  /** Whether the fast path serves requests, without Node's HTTP server. */
  fastPath: boolean
  /** Whether HTTPS listeners of the gateway offer HTTP/2. */
  http2: boolean
  /** The maximum number of connections of one process. */
  maxConnections: number
  /** The maximum number of connections of one process from the same address. */
  maxPerAddress: number
}

/** File descriptors that the process needs for other purposes: files, sockets between processes, the store. */
const reservedFiles = 64
/** The limit of open files that is assumed on systems without `/proc`. */
const usualOpenFiles = 1_024
const maxDefaultConnections = 16_384

/** Returns half of the available file descriptors: a client connection often needs one to an upstream as well. */
export function defaultMaxConnections(openFiles = readOpenFilesLimit() ?? usualOpenFiles): number {
  return Math.max(16, Math.min(maxDefaultConnections, Math.floor((openFiles - reservedFiles) / 2)))
}

/** Returns three quarters of all connections, because many clients may share one address. */
export function defaultMaxPerAddress(maxConnections: number): number {
  return Math.max(8, Math.floor((maxConnections * 3) / 4))
}

export function defaultConnectionSettings(): ConnectionSettings {
  const maxConnections = defaultMaxConnections()
  return { fastPath: true, http2: true, maxConnections, maxPerAddress: defaultMaxPerAddress(maxConnections) }
}
