/** Adds steps to a call that is running. */
import type { Call } from '../call/call.ts'
import type { CallStep } from '../call/call-step.ts'

/** Inserts steps before the step that the call would run next. */
export function enterSteps(call: Pick<Call, 'progress'>, steps: readonly CallStep[]): void {
  if (steps.length > 0) call.progress.frame = { steps, next: 0, parent: call.progress.frame }
}
