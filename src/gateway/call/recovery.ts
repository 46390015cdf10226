/**
 * What an API does when one of its policies fails: the clauses of `catch`, and `finally` in any case.
 */
import { renderError } from '../response/error-body.ts'
import type { Call } from './call.ts'
import type { Refusal } from './refusals.ts'
import { enter, type Frame, type Step } from './run.ts'

export interface CatchClause {
  /** Names of errors; none catches every one. */
  errors: readonly string[]
  steps: readonly Step[]
}

/** How to go on when a policy of the assembly fails. */
export interface Recovery {
  clauses: readonly CatchClause[]
  finally: readonly Step[]
}

/** A recovery that is in force, and the steps that come after the assembly. */
export interface Safeguard {
  recovery: Recovery
  after: Frame | undefined
}

/** Puts a recovery in force for the steps that are entered next, and what it does in any case behind them. */
export function guard(call: Call, recovery: Recovery): void {
  call.progress.safeguard = { recovery, after: call.progress.frame }
  enter(call, [unguard, ...recovery.finally])
}

/** From here on nothing is caught any more. */
function unguard(call: Call): undefined {
  call.progress.safeguard = undefined
}

/**
 * Lets the call go on after a failure, with the error as its message. False when nothing is there to catch it; an
 * error within a clause is not caught again.
 */
export function recover(call: Call, refusal: Refusal): boolean {
  const { safeguard } = call.progress
  if (!safeguard) return false
  call.progress.safeguard = undefined

  const { recovery, after } = safeguard
  const clause = recovery.clauses.find(({ errors }) => errors.length === 0 || errors.includes(refusal.error))
  if (!clause && recovery.finally.length === 0) return false

  call.outcome.reason = refusal.reason
  call.progress.error = refusal
  call.message.status = refusal.status
  call.message.headers = ['Content-Type', 'application/json', ...refusal.headers]
  call.message.replaceBody(renderError('json', refusal.status, refusal.text))
  call.progress.frame = after
  enter(call, recovery.finally)
  if (clause) enter(call, clause.steps)
  return true
}
