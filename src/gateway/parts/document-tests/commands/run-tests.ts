/** Loads the documents and runs the tests beside them. */
import type { Problem } from '../../../config/index.ts'
import { openDocumentLoader } from '../../../runtime/documents/open-documents.ts'
import { type TestDocumentsOptions, type TestReport, testDocuments } from '../engine/index.ts'

/** Returns the results, or the problems of documents that a gateway would reject. Throws when there are no tests. */
export async function runTests(options: TestDocumentsOptions): Promise<TestReport | { problems: readonly Problem[] }> {
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
