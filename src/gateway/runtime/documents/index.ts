export { loadDocuments } from './open-documents.ts'
export { readPolicyFiles } from './policy-files.ts'
export { printProblems } from './print-problems.ts'
export type { SerializedConfig } from './serialized-config.ts'
