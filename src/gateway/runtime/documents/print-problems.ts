/** Prints the problems of documents to a terminal. */
import { type Problem, renderProblems } from '../../config/index.ts'

/** Prints the problems to standard error. Returns the configuration, or undefined when it cannot be used. */
export function printProblems<C>({ config, problems }: { config?: C; problems: readonly Problem[] }): C | undefined {
  for (const line of renderProblems(problems)) process.stderr.write(`${line}\n`)
  if (!config) process.stderr.write('sluice: nothing was started, because the documents have errors\n')
  return config
}
