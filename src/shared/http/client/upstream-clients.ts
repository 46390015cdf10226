/** The HTTP clients that can be chosen for requests of the data plane and to authentication URLs. All other requests use undici. */
import { type ConnectionPoolOptions, openConnectionPool } from './built-in/connection-pool.ts'
import type { ConnectionPool, UpstreamClientName } from './exchange/types.ts'
import { openUndiciPool } from './undici/undici-pool.ts'

/** Opens a pool for an `http` or `https` origin. */
export type OpenConnectionPool = (origin: string, options?: ConnectionPoolOptions) => ConnectionPool

export const upstreamClients = { 'built-in': openConnectionPool, undici: openUndiciPool } satisfies Record<
  UpstreamClientName,
  OpenConnectionPool
>
