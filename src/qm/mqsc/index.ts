/** MQSC: the command language for administering queue managers. */

export { isSyntaxError } from './language/messages.ts'
export { readScript, type ScriptStatement } from './language/script.ts'
export { renderInColumns } from './rendering/render-columns.ts'
export { renderJsonParameters } from './rendering/render-json.ts'
export { renderTextLines } from './rendering/render-text.ts'
export { readDisplayRevision, runJsonCommand, runTextCommand, verifyCommand } from './run.ts'
