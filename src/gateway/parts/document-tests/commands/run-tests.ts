/** Loads the documents and runs the tests beside them. */

import type { Problem } from '../../../config/index.ts'
import type { GatewayPart } from '../../../part.ts'
import { openDocumentLoader } from '../../../runtime/documents/open-documents.ts'
import { type TestReport, testDocuments } from '../engine/index.ts'

export interface TestOptions {
  /** The folder of the documents. */
  folder: string
  environment: Record<string, string | undefined>
  /** Runs only tests whose names contain this text. */
  name: string | undefined
  /** The parts of the gateway that the documents use. */
  parts: readonly GatewayPart[]
}

/** Returns the results, or the problems of documents that a gateway would reject. Throws when there are no tests. */
export async function runTests(options: TestOptions): Promise<TestReport | { problems: readonly Problem[] }> {
  const { folder, environment, parts } = options
  const { config, problems } = await openDocumentLoader({ configFolder: folder, environment }, parts, {
    sandbox: true,
  })()
  if (!config) return { problems: problems.filter(({ severity }) => severity === 'error') }
  const report = await testDocuments(config, options)
  if (report.files.length > 0) return report
  throw new Error(
    options.name === undefined
      ? `there are no tests in ${folder}: write them in files such as apis/orders.test.yaml, as docs/tests.md describes`
      : `no test in ${folder} has a name that contains "${options.name}"`,
  )
}
