export { type Inspection, type Issuer, inspectToken } from './inspect.ts'
export type { OpenedOperation } from './opened.ts'
