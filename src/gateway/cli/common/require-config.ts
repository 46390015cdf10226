/** The configuration that a command needs: documents without errors. */
import type { Config, LoadResult } from '../../config/types/index.ts'
import { renderErrors } from '../../lib/output/render-problem.ts'

/** Returns the configuration. Throws an `Error` that lists every error when the documents of the folder have errors. */
export function requireConfig({ config, problems }: LoadResult, folder?: string): Config {
  if (config) return config
  const errors = renderErrors(problems).map((line) => `  ${line}`)
  const documents = folder === undefined ? 'the documents' : `the documents in ${folder}`
  throw new Error(`${documents} have errors:\n${errors.join('\n')}`)
}
