export { type AuditTrailOptions, logAuditFailures, openAuditTrail, type WriteAuditEntry } from './audit.ts'
export { type AuditRotation, noAuditRotation } from './rotate-audit.ts'
