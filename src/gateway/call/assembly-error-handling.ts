/** The error handling of an assembly: the clauses of `catch`, and the steps of `finally`. */
import type { CallStep, CallStepFrame } from './call-step.ts'

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
