/** MQSC: the command language in which queue managers are administered. */
export { renderColumns } from './columns.ts'
export { isSyntaxError } from './messages.ts'
export { renderParameters, renderText } from './render.ts'
export { runJson, runText } from './run.ts'
export { readScript, type Statement } from './script.ts'
