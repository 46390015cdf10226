/** MQSC: the command language in which queue managers are administered. */
export { renderParameters, renderText } from './render.ts'
export { runJson, runText } from './run.ts'
