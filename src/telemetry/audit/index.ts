export { type Audit, openAudit } from './audit.ts'
