export { loadDocuments } from './open-documents.ts'
export { complain } from './report-problems.ts'
export type { Packed } from './serialized-config.ts'
