/** Explains how a call was decided: the ordered checks, up to the one that failed, and for some calls the time of each stage. */
import type { RecordedCall } from './call-log.ts'
import type { MessageAction } from './message-operations.ts'

export interface ExplanationCheck {
  /** A sentence about the checked condition that is true when the check passes. */
  check: string
  outcome: 'passed' | 'failed' | 'not reached'
  /** The value found in the call. It is never a secret nor the text of a token. */
  seen?: string | undefined
  /** The value that would pass the check. */
  wanted?: string | undefined
  /** `file:line` of the document element that the check is based on. */
  place?: string | undefined
}

export interface Explanation {
  requestId: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  path: string
  status: number
  /** The reason code that logs and metrics use; `served` for a call that was not rejected. */
  reason: string
  /** The path of the catalog; undefined when the call was rejected before a catalog was found. */
  catalog?: string | undefined
  /** The name of the application that the call identified itself as. */
  application?: string | undefined
  /** The IP address of the caller. */
  remote?: string | undefined
  checks: readonly ExplanationCheck[]
  /** The beginning of the revision of the documents that decided. */
  revision?: string | undefined
  /** Where the time of the call went; undefined when the call was not chosen for it. */
  course?: CallCourse | undefined
  /** What calls did to the messages that the call has put or taken, the oldest first. */
  messages?: readonly MessageMovement[]
}

/** What a call did to a message of a queue or topic. */
export interface MessageMovement extends Pick<RecordedCall, 'requestId' | 'at' | 'method' | 'path' | 'status'> {
  how: MessageAction
  /** The path of the catalog. */
  catalog: string
  application: string | undefined
  plan: string | undefined
  /** Such as `QM1/ORDERS`; undefined for a publication. */
  queue: string | undefined
  /** 48 hexadecimal digits; undefined for a batch or a publication, which has several messages. */
  messageId: string | undefined
  traceId: string | undefined
}

/** Returns whether no call has taken a message after the last that put it on its queue, or back. */
export function isOnQueue(moved: readonly MessageMovement[]): boolean {
  const last = moved.at(-1)?.how
  return last === 'put' || last === 'put back'
}

/** The stages of a call and its requests to upstreams. */
export type CallCourse = { totalMs: number; stages: readonly CallStage[]; attempts: readonly UpstreamAttempt[] }

/** A stage of the gateway, or a policy of the API. */
export interface CallStage {
  stage: string
  /** The place of a policy in the documents, as `file:line`; undefined for a stage of the gateway. */
  place?: string | undefined
  /** Milliseconds from the start of the call. */
  startMs: number
  tookMs: number
  /** What it changed: names of headers, the status and the body, without values. */
  changes: readonly string[]
}

/** A request to an upstream. A call has several after a retry. */
export interface UpstreamAttempt {
  target: string
  /** Why the target was chosen. */
  why: string
  /** Milliseconds from the start of the call. */
  startMs: number
  /** Milliseconds until the response was complete or failed; undefined when the call ended before. */
  tookMs?: number | undefined
  /** The status or the reason of the failure. */
  result?: string | undefined
}

/** A call, or a rejected request to an OAuth provider, that is kept on disk: its explanation, and what the documents decide by. It has no secret, query, header or body. */
export interface KeptCall extends Explanation {
  /** The API as `name:version`. */
  api?: string | undefined
  operation?: string | undefined
  clientId?: string | undefined
  user?: string | undefined
  /** The scopes of the access token; undefined without a verified token. */
  scopes?: readonly string[] | undefined
  /** Undefined for requests to OAuth providers. */
  credentials?: readonly SentCredential[]
}

/** The kind of credentials of a request: a scheme of Authorization, a certificate, or the place of an API key. */
export type SentCredential =
  | 'bearer'
  | 'dpop'
  | 'basic'
  | 'certificate'
  | 'other'
  | { in: 'header' | 'query'; name: string }

/** A rejected call in a list; its explanation is found by the request id. */
export type RejectedCall = Pick<Explanation, 'requestId' | 'at' | 'method' | 'path' | 'status' | 'reason'>

/** A check whose outcome is not determined yet. */
export type PendingCheck = Omit<ExplanationCheck, 'outcome'>

/** Returns the checks with outcomes: passed before the index `failed`; not reached, without `seen`, after it. */
export function addCheckOutcomes(facts: readonly PendingCheck[], failed: number): ExplanationCheck[] {
  return facts.map(({ seen, ...rest }, index) => {
    if (index > failed) return { ...rest, outcome: 'not reached' }
    const outcome = index < failed ? 'passed' : 'failed'
    return { ...rest, outcome, seen }
  })
}
