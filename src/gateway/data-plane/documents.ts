/** The entry for processes that only read documents: schemas and checks, without what serves calls. */

export { policies } from './policies/index.ts'
export { findFurtherGatewayProblems, findGatewayProblems, type LocateValue, openGatewayCheck } from './problems.ts'
export { securityTypes } from './security/index.ts'
