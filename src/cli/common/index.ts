export { type Command, parseArguments, UsageError } from './command.ts'
export { handleOutputErrors } from './output-errors.ts'
export { renderVersion } from './version.ts'
