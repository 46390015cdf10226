/**
 * What an API does when one of its policies fails: the clauses of `catch`, and `finally` in any case.
 */

import type { AssemblyErrorHandling } from '../call/assembly-error-handling.ts'
import type { Call } from '../call/call.ts'
import { renderError } from '../errors/error-body.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import { enterSteps } from './enter-steps.ts'

/** Puts a recovery in force for the steps that are entered next, and what it does in any case behind them. */
export function activateCatch(call: Call, recovery: AssemblyErrorHandling): void {
  call.progress.activeCatch = { errorHandling: recovery, afterAssembly: call.progress.frame }
  enterSteps(call, [unguard, ...recovery.finally])
}

/** From here on nothing is caught any more. */
function unguard(call: Call): undefined {
  call.progress.activeCatch = undefined
}

/**
 * Lets the call go on after a failure, with the error as its message. False when nothing is there to catch it; an
 * error within a clause is not caught again.
 */
export function catchError(call: Call, rejection: GatewayError): boolean {
  const { activeCatch } = call.progress
  if (!activeCatch) return false
  call.progress.activeCatch = undefined

  const { errorHandling, afterAssembly } = activeCatch
  const clause = errorHandling.clauses.find(
    ({ errors }) => errors.length === 0 || errors.includes(rejection.catchName),
  )
  if (!clause && errorHandling.finally.length === 0) return false

  call.outcome.reason = rejection.reason
  call.progress.caughtError = rejection
  call.message.status = rejection.status
  call.message.headers = ['Content-Type', 'application/json', ...rejection.headers]
  call.message.replaceBody(renderError('json', rejection.status, rejection.text))
  call.progress.frame = afterAssembly
  enterSteps(call, errorHandling.finally)
  if (clause) enterSteps(call, clause.steps)
  return true
}
