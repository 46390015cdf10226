/** MQSC: the command language for administering queue managers. */

export { renderJsonParameters } from './rendering/render-json.ts'
export { renderTextLines } from './rendering/render-text.ts'
export { readDisplayRevision, runJsonCommand, runTextCommand, verifyCommand } from './run.ts'
