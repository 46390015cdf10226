/** Prints the problems of documents to a terminal. */

import { renderProblem } from '../../../shared/lib/output/render-problem.ts'
import type { Problem } from '../../config/types/index.ts'

/** Prints the problems to standard error. Returns the configuration, or undefined when it cannot be used. */
export function printProblems<C>({ config, problems }: { config?: C; problems: readonly Problem[] }): C | undefined {
  for (const problem of problems) process.stderr.write(`${renderProblem(problem)}\n`)
  if (!config) process.stderr.write('sluice: nothing was started, because the documents have errors\n')
  return config
}
