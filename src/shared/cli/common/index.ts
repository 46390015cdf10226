export { type Command, UsageError } from './command.ts'
export { handleOutputErrors } from './output-errors.ts'
export { parseArguments } from './parse-arguments.ts'
export { renderVersion } from './version.ts'
