/** A worker whose event loop is blocked by requests to `/loop`, `/pattern` and `/wait`; other requests wait for ever. */
import type { IncomingMessage } from 'node:http'
import { watchForHangs } from '../../../../src/gateway/runtime/hangs/watch-for-hangs.ts'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'
import { hangDescriptor } from '../../../../src/shared/process/listening/inherited-sockets.ts'

const blockers: Record<string, () => void> = {
  '/loop': () => {
    for (;;);
  },
  '/pattern': () => void /^(a+)+$/.test(`${'a'.repeat(60)}b`),
  '/wait': () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
}

function serve(request: IncomingMessage): void {
  process.send?.({ began: request.url })
  const block = blockers[request.url?.split('?')[0] ?? '']
  if (block) setTimeout(() => resume({ request }, block), 20) // after the thread could read the descriptor
}

/** Continues as the gateway does after a step that waited. */
function resume(call: { request: IncomingMessage }, block: () => void): void {
  block()
  process.send?.({ ended: call.request.url })
}

const listener = await openListener({
  host: '127.0.0.1',
  port: 0,
  handler: serve,
  fastPath: { accepts: (_, target) => !target.startsWith('/node'), handle: serve },
})
watchForHangs({
  descriptor: hangDescriptor,
  exchanges: listener.exchanges,
  onFirstConnection: (start) => listener.server.once('connection', start),
})
process.on('disconnect', () => process.exit())
process.send?.({ port: listener.port })
