/** Explains why a call was rejected: the ordered checks, up to the one that failed. */

export interface ExplanationCheck {
  /** A sentence about the checked condition that is true when the check passes. */
  check: string
  outcome: 'passed' | 'failed' | 'not reached'
  /** The value found in the call. It is never a secret nor the text of a token. */
  seen?: string | undefined
  /** The value that would pass the check. */
  wanted?: string | undefined
  /** `file:line` of the document element that the check is based on. */
  place?: string
}

export interface Explanation {
  requestId: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  path: string
  status: number
  /** The reason code that logs and metrics use. */
  reason: string
  /** The path of the catalog; undefined when the call was rejected before a catalog was found. */
  catalog?: string | undefined
  /** The name of the application that the call identified itself as. */
  application?: string | undefined
  /** The IP address of the caller. */
  remote?: string | undefined
  checks: readonly ExplanationCheck[]
}

/** A rejected call in a list; its explanation is found by the request id. */
export type RejectedCall = Pick<Explanation, 'requestId' | 'at' | 'method' | 'path' | 'status' | 'reason'>

/** A check whose outcome is not determined yet. */
export type PendingCheck = Omit<ExplanationCheck, 'outcome'>

/** Returns the checks with their outcomes. Those after the index `failed` were not reached and have no `seen`. */
export function addCheckOutcomes(facts: readonly PendingCheck[], failed: number): ExplanationCheck[] {
  return facts.map(({ seen, ...rest }, index) => {
    if (index > failed) return { ...rest, outcome: 'not reached' }
    const outcome = index < failed ? 'passed' : 'failed'
    return { ...rest, outcome, ...(seen !== undefined && { seen }) }
  })
}
