/** The configuration that a command needs: documents without errors. */
import { renderProblem } from '../../config/index.ts'
import type { Config, LoadResult } from '../../config/types/index.ts'

/** Returns the configuration. Throws an `Error` that lists every error when the documents of the folder have errors. */
export function requireConfig({ config, problems }: LoadResult, folder?: string): Config {
  if (config) return config
  const errors = problems.filter(({ severity }) => severity === 'error').map((problem) => `  ${renderProblem(problem)}`)
  const documents = folder === undefined ? 'the documents' : `the documents in ${folder}`
  throw new Error(`${documents} have errors:\n${errors.join('\n')}`)
}
