/** MQSC: the command language in which queue managers are administered. */
export { renderColumns } from './columns.ts'
export { isSyntaxError } from './messages.ts'
export { renderText } from './render.ts'
export { renderParameters } from './render-json.ts'
export { runJson, runText } from './run.ts'
export { readScript, type Statement } from './script.ts'
