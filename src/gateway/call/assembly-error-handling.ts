/** The error handling of an assembly: the clauses of `catch`, and the steps of `finally`. */
import type { Step, StepFrame } from './step.ts'

/** A clause of `catch`. */
export interface CatchClause {
  /** The names of the errors that the clause catches; an empty list catches every error. */
  errors: readonly string[]
  steps: readonly Step[]
}

/** The `catch` and `finally` of an assembly. */
export interface AssemblyErrorHandling {
  clauses: readonly CatchClause[]
  finally: readonly Step[]
}

/** The error handling of the assembly that runs now, and the steps that follow the assembly. */
export interface ActiveCatch {
  errorHandling: AssemblyErrorHandling
  afterAssembly: StepFrame | undefined
}
