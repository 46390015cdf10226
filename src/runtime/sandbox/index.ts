export type { Sandbox } from './sandbox.ts'
