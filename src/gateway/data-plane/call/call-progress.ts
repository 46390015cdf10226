/** The progress of a call: remaining steps and active error handling. `run.ts` and `recovery.ts` fill it. */
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
interface CallStepFrame {
  steps: readonly CallStep[]
  /** The index of the next step. */
  next: number
  parent: CallStepFrame | undefined
}

/** A clause of `catch`. */
export interface CatchClause {
  /** The names of the errors that the clause catches; an empty list catches every error. */
  errors: readonly string[]
  steps: readonly CallStep[]
}

/** The `catch` and `finally` of an assembly. */
export interface AssemblyErrorHandling {
  clauses: readonly CatchClause[]
  finally: readonly CallStep[]
}

/** The error handling of the assembly that runs now, and the steps that follow the assembly. */
export interface ActiveCatch {
  errorHandling: AssemblyErrorHandling
  afterAssembly: CallStepFrame | undefined
}

export class CallProgress {
  /** The list of steps that runs now. */
  frame: CallStepFrame | undefined
  /** The `catch` and `finally` of the assembly, while its policies run. */
  activeCatch: ActiveCatch | undefined
  /** The error that a clause of `catch` has caught. */
  caughtError: GatewayError | undefined
  /** True when the response is complete or the caller has disconnected. No step runs after that. */
  isOver = false

  /** Inserts steps before the step that the call would run next. */
  enter(steps: readonly CallStep[]): void {
    if (steps.length > 0) this.frame = { steps, next: 0, parent: this.frame }
  }
}
