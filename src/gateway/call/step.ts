/**
 * A step of a call: a stage of the pipeline or a policy of an assembly.
 */
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { Call } from './call.ts'

/** A step returns it when it will continue the call later with `runSteps`. */
export const waiting = Symbol('waiting')

/** The error that a step rejects the call with; undefined lets the call continue. */
export type StepResult = GatewayError | undefined

/** Handles a call synchronously, with a promise, or with `waiting`. */
export type Step = (call: Call) => StepResult | typeof waiting | Promise<StepResult>

/** A list of steps that is being run, and the list that continues after it. */
export interface StepFrame {
  steps: readonly Step[]
  /** The index of the next step. */
  next: number
  parent: StepFrame | undefined
}
