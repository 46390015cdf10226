export { type AuditTrailOptions, openAuditTrail, type WriteAuditEntry } from './audit.ts'
export { type AuditRotation, noAuditRotation } from './rotate-audit.ts'
