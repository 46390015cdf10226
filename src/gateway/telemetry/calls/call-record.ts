/**
 * The record of a call, for the log, metrics, usage and explanations.
 *
 * It holds no token, no secret, no password, and no query, which may contain them. Only `readContent` gives access to
 * headers and bodies, with their secrets masked.
 */
import type { TraceIds } from '../../../shared/lib/headers/call-ids.ts'
import type { Api, Catalog, Operation } from '../../config/types/index.ts'
import type { Client, Entitlement } from '../../consumers/index.ts'
import type { AccessToken } from '../../contract/access/access-token.ts'
import type { RecordedCall, RecordedContent } from '../../contract/access/call-log.ts'
import type { CallCourse, MessageMovement, SentCredential } from '../../contract/access/explanation.ts'
import type gatewayErrors from '../../contract/gateway-errors.json'

/** The reason for which the gateway rejects a call. */
export type RejectionReason = keyof typeof gatewayErrors

/** The reason why a call broke off: after its response had begun, or because the caller or the gateway ended. */
export type CallAbortReason = 'client_gone' | 'gateway_ended' | 'upstream_broken' | 'client_stalled'

export type CallReason = RejectionReason | CallAbortReason

export interface CallRecord
  extends Pick<RecordedCall, 'requestId' | 'at' | 'method' | 'path' | 'status' | 'bytes' | 'totalMs'> {
  /** The beginning of the revision of the documents. */
  revision: string
  location: CallLocation
  client: Client | undefined
  user: string | undefined
  /** The reason of the rejection, or of the abort of the call; undefined for a call that was served. */
  reason: CallReason | undefined
  detail: string | undefined
  /** `file:line` of the document element that caused the rejection. */
  place: string | undefined
  /** The soft limits that the call exceeds: those of a plan that count calls and reject none. */
  exceededLimits?: string | undefined
  /** What the call moved to or from queues and topics, where a plan limits it. */
  moved?: { message: number; byte: number } | undefined
  /** How the cache of responses served the call; absent without one. */
  cache?: 'hit' | 'stale' | 'revalidated' | 'miss' | 'bypass' | undefined
  remoteAddress: string | undefined
  /** The subject of the client certificate. */
  certificate: string | undefined
  /** Milliseconds on the monotonic clock; 0 when no upstream was called. */
  upstreamStartedAt: number
  /** Milliseconds until the head of the upstream's response; undefined when there was none. */
  upstreamMs: number | undefined
  /** Returns headers and bodies to keep: undefined for facts only, `none` for nothing. Absent if not observed. */
  readContent?: (() => RecordedContent | 'none' | undefined) | undefined
  /** What an explanation needs of a call that was rejected or is kept; undefined for all others. */
  evidence?: CallEvidence | undefined
  /** Whether the call was chosen to be kept on disk. */
  isKept?: boolean
  /** Where the time went, for calls that are kept or recorded. */
  course?: CallCourse | undefined
  /** `file:line` of the security requirement that the call passed, where the operation has several. */
  requirement?: string | undefined
  /** The limits that the call was counted against, for calls that are kept or recorded. */
  countedLimits?: string | undefined
  /** The span of the call; when the call is not traced, the span of the caller. */
  trace?: TraceIds | undefined
  /** The message of a queue that the call has put or taken. */
  movedMessage?: MovedMessage | undefined
}

/** A message of a queue, and what the call did to it. */
export type MovedMessage = Pick<MessageMovement, 'how' | 'messageId' | 'traceId' | 'queue' | 'plan'>

/** The part of the documents that a call belongs to: one object per operation, to find counts by identity. */
export interface CallLocation {
  readonly org: string | undefined
  readonly catalog: string | undefined
  /** `name:version`. */
  readonly api: string | undefined
  readonly operation: string | undefined
}

/** The location of a call for which no API was found. */
export const unknownCallLocation: CallLocation = Object.freeze({
  org: undefined,
  catalog: undefined,
  api: undefined,
  operation: undefined,
})

/** The span of a traced call. */
export interface CallTrace extends TraceIds {
  /** Receives the record of the call, once, when the call has ended. */
  onRecord(record: CallRecord): void
}

/** The facts of a call that explanations need: references to objects, without token, secret and query. */
export interface CallEvidence {
  /** The path of the request as it was received, without the query; that of the standard place for `publicUrl`. */
  path: string
  /** The URL that the caller used on a host of the catalog's own; absent for the standard place. */
  publicUrl?: string | undefined
  catalog: Catalog | undefined
  api: Api | undefined
  operation: Operation | undefined
  /** The methods that the API defines for the path, when the request has another method. */
  methods: readonly string[]
  credentials: readonly SentCredential[]
  client: Client | undefined
  entitlement: Entitlement | undefined
  token: Pick<AccessToken, 'id' | 'scopes' | 'expiresAt' | 'binding' | 'resource' | 'authorizationDetails'> | undefined
}
