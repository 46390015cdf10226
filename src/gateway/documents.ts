/**
 * The door for those who only read documents: what these may ask of the data plane, and what speaks against it. It
 * brings in nothing that serves calls.
 */
export { policies } from './policies/index.ts'
export { findGatewayProblems, type LocateValue, openGatewayCheck } from './problems.ts'
export { findRemainingProblems } from './remaining-problems.ts'
export { securityTypes } from './security/index.ts'
