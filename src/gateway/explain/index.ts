export { collectEvidence, type RejectionEvidence } from './evidence.ts'
