/** MQSC: the command language for administering queue managers. */

export { renderJsonParameters, renderTextLines } from './rendering/render-response.ts'
export { readDisplayRevision, runJsonCommand, runTextCommand, verifyCommand } from './run.ts'
