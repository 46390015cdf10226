/**
 * How far a call has come: the steps that are left, and what happens when one of them fails. `run.ts` and
 * `recovery.ts` fill it.
 */
import type { Safeguard } from './recovery.ts'
import type { Refusal } from './refusals.ts'
import type { Frame } from './run.ts'

export class Progress {
  /** The list of steps that runs now. */
  frame: Frame | undefined
  /** The `catch` and `finally` of the assembly, while its policies run. */
  safeguard: Safeguard | undefined
  /** The error that a clause of `catch` has caught. */
  error: Refusal | undefined
  /** The response is complete, or the caller has disconnected: no step runs any more. */
  over = false
}
