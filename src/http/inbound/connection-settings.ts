/** What the environment decides about the connections of clients, the same for the gateway and the MQ web server. */
import { readOpenFilesLimit } from '../../lib/files/open-files-limit.ts'

export interface ConnectionSettings {
  /** Whether requests that can be read in one way only are served without node's HTTP server. */
  fastPath: boolean
  /** Connections of one process. */
  maxConnections: number
  /** Connections of one process from the same address. */
  maxPerAddress: number
}

/** What the process needs besides connections of clients: files, sockets between processes, the store. */
const reservedFiles = 64
/** The limit that systems without `/proc` are taken to have. */
const usualOpenFiles = 1_024
const maxDefaultConnections = 16_384

/** A connection of a client often needs one to an upstream as well, so connections get half of the open files. */
export function defaultMaxConnections(openFiles = readOpenFilesLimit() ?? usualOpenFiles): number {
  return Math.max(16, Math.min(maxDefaultConnections, Math.floor((openFiles - reservedFiles) / 2)))
}

/** One address may have this part of all connections, because many clients may share it. */
export function defaultMaxPerAddress(maxConnections: number): number {
  return Math.max(8, Math.floor((maxConnections * 3) / 4))
}

export function defaultConnectionSettings(): ConnectionSettings {
  const maxConnections = defaultMaxConnections()
  return { fastPath: true, maxConnections, maxPerAddress: defaultMaxPerAddress(maxConnections) }
}
