/** MQSC: the command language for administering queue managers. */
export { renderInColumns } from './columns.ts'
export { isSyntaxError } from './messages.ts'
export { renderTextLines } from './render.ts'
export { renderJsonParameters } from './render-json.ts'
export { runJsonCommand, runTextCommand } from './run.ts'
export { readScript, type ScriptStatement } from './script.ts'
