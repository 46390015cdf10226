/** Why a call was refused: the checks in the order in which they are made, up to the one that said no. */

export interface ExplanationCheck {
  /** What is checked, as a sentence that holds when it passes. */
  check: string
  outcome: 'passed' | 'failed' | 'not reached'
  /** What the call showed. Never a secret nor the text of a token. */
  seen?: string | undefined
  /** What would have passed. */
  wanted?: string | undefined
  /** `file:line` of the element of the documents that decides it. */
  place?: string
}

export interface Explanation {
  requestId: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  path: string
  status: number
  /** The word that logs and metrics use. */
  reason: string
  /** The path of the catalog, when the call got as far. */
  catalog?: string | undefined
  /** The application that the call showed, by name. */
  application?: string | undefined
  /** The address that the call came from. */
  remote?: string | undefined
  checks: readonly ExplanationCheck[]
}

/** A check before its outcome is known. */
export type PendingCheck = Omit<ExplanationCheck, 'outcome'>

/** Gives each check its outcome: those before the failed one passed, and nothing is said to have been seen after it. */
export function addCheckOutcomes(facts: readonly PendingCheck[], failed: number): ExplanationCheck[] {
  return facts.map(({ seen, ...rest }, index) => {
    if (index > failed) return { ...rest, outcome: 'not reached' }
    const outcome = index < failed ? 'passed' : 'failed'
    return { ...rest, outcome, ...(seen !== undefined && { seen }) }
  })
}
