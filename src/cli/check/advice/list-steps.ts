import type { Api, PolicyStep } from '../../../config/types/index.ts'

/** Returns all steps of the assembly of an API, those in branches included. */
export function listSteps({ assembly }: Api): PolicyStep[] {
  const below = (steps: readonly PolicyStep[]): PolicyStep[] =>
    steps.flatMap((step) => [step, ...step.branches.flatMap(below)])
  return below([...assembly.execute, ...assembly.catch, ...assembly.finally])
}
