export { loadDocuments } from './open-documents.ts'
export { type GatewayTables, openTables, readPolicyFiles } from './open-tables.ts'
export { printProblems } from './print-problems.ts'
export type { SerializedConfig } from './serialized-config.ts'
