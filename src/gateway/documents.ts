/**
 * The door for those who only read documents: what these may ask of the data plane, and what speaks against it. It
 * brings in nothing that serves calls.
 */
export { policies } from './policies/index.ts'
export { gatewayProblems, type Locate, openGatewayCheck } from './problems.ts'
export { problemsOfReadable } from './readable.ts'
export { securityTypes } from './security/index.ts'
