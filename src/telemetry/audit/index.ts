export { openAuditTrail, type WriteAuditEntry } from './audit.ts'
