export { findSandboxDocuments } from './sample-documents.ts'
export type { RunningSandbox } from './sandbox.ts'
