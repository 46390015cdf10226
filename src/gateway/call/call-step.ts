/**
 * A step of a call: a stage of the pipeline or a policy of an assembly.
 */
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { Call } from './call.ts'

/** The result of a step that continues the call later with `runSteps`. */
export const resumedLater = Symbol('waiting')

/** The error with which a step rejects the call; undefined lets the call continue. */
export type CallStepResult = GatewayError | undefined

/** Handles a call. The result comes at once, with a promise, or is `waiting`. */
export type CallStep = (
  call: Call,
) => CallStepResult | typeof resumedLater | Promise<CallStepResult | typeof resumedLater>

/** A list of steps that runs now, and the list that continues after it. */
export interface CallStepFrame {
  steps: readonly CallStep[]
  /** The index of the next step. */
  next: number
  parent: CallStepFrame | undefined
}
