/** A proxy made with Fastify that makes the same check of tokens and caches them by their text. Prints its URL. */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'

import proxy from '@fastify/http-proxy'
import fastify from 'fastify'
import { importSPKI, type JWTPayload, jwtVerify } from 'jose'

const [, , upstream, keyFile] = process.argv as [string, string, string, string]
const key = await importSPKI(readFileSync(keyFile, 'utf8'), 'ES256')
const known = new Map<string, JWTPayload>()

async function verified(authorization = ''): Promise<JWTPayload> {
  const token = authorization.replace(/^Bearer /i, '')
  const seen = known.get(token)
  if (seen && (seen.exp as number) * 1000 > Date.now()) return seen
  const { payload } = await jwtVerify(token, key)
  known.set(token, payload)
  return payload
}

const app = fastify()
await app.register(proxy, {
  upstream,
  undici: { connections: 64, pipelining: 1 },
  preHandler: async (request, reply) => {
    try {
      const { scope } = await verified(request.headers.authorization)
      if (!String(scope).split(' ').includes('bench'))
        return reply.code(403).send({ error: 'insufficient_scope' })
    } catch {
      return reply.code(401).send({ error: 'invalid_token' })
    }
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`ready at ${(app.server.address() as AddressInfo).port}\n`)
process.on('SIGTERM', () => process.exit(0))
