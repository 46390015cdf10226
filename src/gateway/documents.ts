/**
 * The entry for processes that only read documents: the schemas of policies and security definition types, and
 * the checks of a configuration. It imports nothing that serves calls.
 */

export { policies } from './policies/index.ts'
export { findFurtherGatewayProblems, findGatewayProblems, type LocateValue, openGatewayCheck } from './problems.ts'
export { securityTypes } from './security/index.ts'
