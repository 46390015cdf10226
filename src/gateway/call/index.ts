export type { Call } from './call.ts'
