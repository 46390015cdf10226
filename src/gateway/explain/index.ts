export { type Evidence, evidenceOf } from './evidence.ts'
