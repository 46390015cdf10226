/** A server of the fast path with one connection, whose client and handler are the test. */
import type { FastPathRequest } from '../../../../src/shared/http/fast-path/fast-path-request.ts'
import type { FastPathResponse } from '../../../../src/shared/http/fast-path/fast-path-response.ts'
import {
  type FastPathServerOptions,
  openFastPathServer,
} from '../../../../src/shared/http/fast-path/fast-path-server.ts'
import { asSocket, FakeSocket } from './fake-socket.ts'

export const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** Waits until the streams have passed on what they hold. */
export const turn = () => new Promise(setImmediate)

/** Opens a server that checks timeouts every second and serves all targets but `/unwanted`. */
export function openConnection(changes: Partial<FastPathServerOptions> = {}) {
  const requests: FastPathRequest[] = []
  const responses: FastPathResponse[] = []
  const log: string[] = []
  const passedBytes: string[] = []
  const server = openFastPathServer({
    headTimeoutMs: 3_000,
    stalledReaderTimeoutMs: 7_000,
    checkIntervalMs: 1_000,
    isStrictTransport: false,
    accepts: (_, target) => target !== '/unwanted',
    handle: (request, response) => {
      requests.push(request as FastPathRequest)
      responses.push(response as FastPathResponse)
    },
    bodyRateWatch: { add: () => log.push('body watched'), addSource() {}, close() {} },
    passToNodeServer: (passed) => {
      log.push('passed')
      passed.on('data', (bytes) => passedBytes.push(bytes.toString('latin1')))
    },
    onHeadTimeout: (late) => {
      log.push('head timeout')
      late.destroy()
    },
    ...changes,
  })
  const socket = new FakeSocket()
  server.accept(asSocket(socket))
  return {
    server,
    socket,
    requests,
    responses,
    log,
    passedBytes,
    state: () => server.stateOf(asSocket(socket)),
    async receive(text: string) {
      const bytes = Buffer.allocUnsafeSlow(text.length) // alone in its memory, as what a socket reads
      bytes.write(text, 'latin1')
      socket.push(bytes)
      await turn()
    },
  }
}
