/**
 * The HTTP clients that there are for requests of the data plane. Everything else uses undici.
 */
import { type ConnectionsOptions, openConnections } from './connections.ts'
import type { Connections } from './types.ts'
import { openUndiciConnections } from './undici/open-undici-connections.ts'

/** Opens the connections to an `http` or `https` origin. */
export type OpenConnections = (origin: string, options?: ConnectionsOptions) => Connections

export const upstreamClients = {
  'built-in': openConnections,
  undici: openUndiciConnections,
} as const satisfies Record<string, OpenConnections>

export type UpstreamClient = keyof typeof upstreamClients
