export { decodeJwtPart, inspectToken, type TokenInspection, type TokenIssuer } from './inspect-token.ts'
export type { OperationAccess } from './operation-access.ts'
