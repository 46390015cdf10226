/** The configuration that a command needs: documents without errors. */

import { renderErrors } from '../../../shared/lib/output/render-problem.ts'
import type { Config, LoadResult } from '../../config/types/index.ts'

/** Returns the configuration. Throws an `Error` that lists every error when the documents of the folder have errors. */
export function requireConfig({ config, problems }: LoadResult, folder?: string): Config {
  if (config) return config
  const errors = renderErrors(problems).map((line) => `  ${line}`)
  const documents = folder === undefined ? 'the documents' : `the documents in ${folder}`
  throw new Error(`${documents} have errors:\n${errors.join('\n')}`)
}
