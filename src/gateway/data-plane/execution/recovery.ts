/** Runs the error handling of an assembly: the clauses of `catch`, and the steps of `finally`. */
import type { Call } from '../call/call.ts'
import type { AssemblyErrorHandling } from '../call/call-progress.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'

/** Activates the error handling for the steps that are entered next, and inserts the steps of `finally` after them. */
export function activateCatch(call: Call, recovery: AssemblyErrorHandling): void {
  call.progress.activeCatch = { errorHandling: recovery, afterAssembly: call.progress.frame }
  call.progress.enter([unguard, ...recovery.finally])
}

/** Ends the error handling, before the steps of `finally` run. */
function unguard(call: Call): undefined {
  call.progress.activeCatch = undefined
}

/** Continues a failed call with `catch` and `finally`; false without any. A clause that fails ends in `finally`. */
export function catchError(call: Call, rejection: GatewayError): boolean {
  const { activeCatch } = call.progress
  if (!activeCatch) return false
  const { errorHandling: handling, afterAssembly } = activeCatch
  const names = [rejection.catchName, rejection.thrown.name, String(rejection.status)]
  const isNamed = (error: string) => names.includes(error)
  const clause = handling.clauses.find(({ errors }) => errors.length === 0 || errors.some(isNamed))
  if (!clause && handling.finally.length === 0) return false

  call.outcome.reason = rejection.reason
  call.progress.caughtError = rejection
  call.message.status = rejection.status
  call.message.reasonPhrase = undefined
  // A clause gets the response of an upstream as it is, such as a SOAP fault.
  if (!clause || rejection.reason !== 'upstream_failed') {
    call.message.headers = ['Content-Type', 'application/json', ...rejection.headers]
    call.message.replaceBody(rejection.body('json'))
  }
  call.progress.frame = afterAssembly
  call.progress.activeCatch = clause && { errorHandling: { ...handling, clauses: [] }, afterAssembly }
  call.progress.enter([unguard, ...handling.finally])
  if (clause) call.progress.enter(clause.steps)
  return true
}
