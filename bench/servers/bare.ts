/**
 * A minimal proxy: `node:http` for requests, undici `dispatch` for the backend. With the file of a key it
 * verifies the token of every request, otherwise it checks nothing. Prints its port.
 */
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Dispatcher, Pool } from 'undici'

const [, , upstream, keyFile] = process.argv as [string, string, string, string | undefined]
const pool = new Pool(upstream, { connections: 64, pipelining: 1 })
const key = keyFile && createPublicKey(readFileSync(keyFile))

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (!isAllowed(request.headers.authorization)) {
    response.writeHead(401).end()
    return
  }
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
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready at ${(server.address() as AddressInfo).port}\n`))
process.on('SIGTERM', () => process.exit(0))

function isAllowed(authorization = ''): boolean {
  if (!key) return true
  const [header = '', payload = '', signature = ''] = authorization.slice('Bearer '.length).split('.')
  const text = Buffer.from(`${header}.${payload}`)
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, bytes)) return false
  const { exp, scope } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
  return exp * 1000 > Date.now() && scope.split(' ').includes('bench')
}
