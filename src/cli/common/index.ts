export { type Command, parseArguments, renderUsage, UsageError } from './command.ts'
export { handleOutputErrors } from './output-errors.ts'
export { renderVersion } from './version.ts'
