/**
 * What the gateway is handed by the composition root.
 */

import type { Consumers } from '../../consumers/index.ts'
import type { OpenConnections } from '../../http/client/index.ts'
import type { VerifyToken } from '../../lib/access/access-token.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { UserRegistry } from '../../registries/index.ts'
import type { AttemptLimits } from '../../security/index.ts'
import type { CallRecord, TargetCountTable } from '../../telemetry/calls/index.ts'

export interface GatewayDeps {
  /**
   * Nothing is wrong with the configuration, as `gatewayProblems` has found: an API may be built when it is first
   * called, and the schemas of its contract be compiled when they are first needed.
   */
  isChecked?: boolean
  log: Log
  clock: Clock
  /** Verifies the tokens of a provider that is enabled in a catalog, `/{org}/{name}`. */
  verifyToken(catalogPath: string, provider: string): VerifyToken
  consumers(catalogPath: string): Consumers
  registry(catalogPath: string, name: string): UserRegistry
  /** Limits on the failed attempts of clients and users of a catalog. */
  attemptLimits(catalogPath: string): AttemptLimits
  /**
   * Adds to a count that every worker shares and that vanishes at `expiresAt` (milliseconds since the epoch);
   * answers the new sum. Without it limits are exact within one process.
   */
  addToSharedCount?(key: string, by: number, expiresAt: number): Promise<number>
  /** Opens the connections to upstreams; the client of the data plane unless it is given. */
  openConnections?: OpenConnections
  /** Where requests to upstreams are counted. */
  targetCounts: TargetCountTable
  /** Told of every call, once, when it is over. */
  record(call: CallRecord): void
}
