export type { RunningSandbox } from './sandbox.ts'
