/** Tests of documents, which run in process and without network. */
export { compareDecisions } from './compare-decisions.ts'
export { type Coverage, type TestDocumentsOptions, type TestReport, testDocuments } from './test-documents.ts'
export { testFileSchema } from './test-file.ts'
export { watchTests } from './watch-tests.ts'
