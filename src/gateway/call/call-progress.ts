/**
 * The progress of a call: the steps that are left, and the error handling that is active. `run.ts` and
 * `recovery.ts` fill it.
 */

import type { GatewayError } from '../errors/gateway-errors.ts'
import type { ActiveCatch } from './assembly-error-handling.ts'
import type { CallStepFrame } from './call-step.ts'

export class CallProgress {
  /** The list of steps that runs now. */
  frame: CallStepFrame | undefined
  /** The `catch` and `finally` of the assembly, while its policies run. */
  activeCatch: ActiveCatch | undefined
  /** The error that a clause of `catch` has caught. */
  caughtError: GatewayError | undefined
  /** True when the response is complete or the caller has disconnected. No step runs after that. */
  isOver = false
}
