/** The dependencies that the composition root gives to the gateway. */
import type { OpenConnectionPool } from '../../../shared/http/client/index.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { UserRegistry } from '../../../shared/registries/index.ts'
import type { AttemptLimits, ClaimProof, ProofNonces } from '../../../shared/security/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { VerifyToken } from '../../contract/access/access-token.ts'
import type { CallRecord, TargetCountTable } from '../../telemetry/calls/index.ts'
import type { ResponseStore } from '../cache/store/response-store.ts'

export interface GatewayDeps {
  /** Whether `findGatewayProblems` found nothing: APIs are then built, and schemas compiled, at their first use. */
  isChecked?: boolean
  /** The origin of the URLs that callers use. Without it, challenges do not name the metadata of the API. */
  baseUrl?: string
  log: Log
  clock: Clock
  /** Returns the function that verifies the tokens of a native OAuth provider. `catalogPath` is `/{org}/{name}`. */
  verifyToken(catalogPath: string, provider: string): VerifyToken
  /** Returns the nonces of DPoP proofs for the tokens of a native provider. Without this function, proofs have no nonce. */
  proofNonces?(catalogPath: string, provider: string): ProofNonces
  /** Records that a DPoP proof was used. Without this function, the process remembers its own. */
  claimProof?: ClaimProof | undefined
  consumers(catalogPath: string): Consumers
  registry(catalogPath: string, name: string): UserRegistry
  /** Returns the limits on failed attempts of the clients and users of a catalog. */
  attemptLimits(catalogPath: string): AttemptLimits
  /**
   * Adds to a count that all workers share, and returns the new sum. The count is deleted at `expiresAt`, in
   * milliseconds since the epoch. Without this function, each process counts by itself.
   */
  addToSharedCount?(key: string, by: number, expiresAt: number): Promise<number>
  /** Whether a call is rejected when it cannot be counted against a limit; otherwise it passes. */
  rejectsUncounted?: boolean
  /** Opens the connections to upstreams. The default is the HTTP/1.1 client of the data plane. */
  openConnections?: OpenConnectionPool
  /** Answers all requests to upstreams and other providers within the process, for tests of documents. No TLS file is read then. */
  openOfflineConnections?: OpenConnectionPool
  /** Whether calls end when they are decided, before their policies run, for decisions about kept calls. */
  decidesOnly?: boolean
  /** Receives each branch of an assembly that a call enters, for tests of documents. */
  onBranch?: ((branch: string) => undefined) | undefined
  /** The kept responses of the worker. Without it, the gateway opens one of the default size. */
  responses?: ResponseStore | undefined
  /** The counts of requests to upstreams. */
  targetCounts: TargetCountTable
  /** Returns whether the call log records calls now; never without this function. */
  isRecordingCalls?(): boolean
  /** Returns why stage times of a new call are noted: for the disk or the call log. Otherwise nothing is. */
  chooseCall?(now: number): 'kept' | 'recorded' | undefined
  /** Writes an entry of the audit trail. Without this function there is no trail. */
  audit?(action: string, details: Record<string, unknown>): Promise<void>
  /** Records a call. The gateway calls it once for each call, when the call has ended. */
  record(call: CallRecord): void
}
