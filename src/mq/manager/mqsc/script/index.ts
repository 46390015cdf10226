/** Scripts of MQSC commands: what `runmqsc` needs in its own process, without the queue manager. */
export { isSyntaxError } from '../language/messages.ts'
export { renderInColumns } from '../rendering/render-response.ts'
export { readScript } from './read-script.ts'
