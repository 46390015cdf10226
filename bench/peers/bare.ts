/** What Node can do at most: `node:http` in, undici `dispatch` out, no check of anything. Prints its address. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { type Dispatcher, Pool } from 'undici'

const pool = new Pool(process.argv[2] as string, { connections: 64, pipelining: 1 })

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { host: _, connection: __, authorization: ___, ...headers } = request.headers
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {},
    onResponseStart(_controller, status, fields) {
      const { connection: _, 'keep-alive': __, ...kept } = fields
      response.writeHead(status, kept as Record<string, string>)
    },
    onResponseData(_controller, chunk) {
      response.write(chunk)
    },
    onResponseEnd() {
      response.end()
    },
    onResponseError() {
      response.destroy()
    },
  }
  pool.dispatch({ path: '/answer', method: 'GET', headers: headers as Record<string, string> }, handler)
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`ready at ${(server.address() as AddressInfo).port}\n`),
)
process.on('SIGTERM', () => process.exit(0))
