export { type Command, readCall, UsageError, usageOf } from './command.ts'
export { watchOutput } from './output.ts'
export { versionLine } from './version.ts'
