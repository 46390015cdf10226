/**
 * A proxy made with Fastify that makes the same check of tokens and caches them by their text. Prints its URL. This file is
 * JavaScript, because the types of Fastify are not installed with Sluice.
 */
import { readFileSync } from 'node:fs'

import proxy from '@fastify/http-proxy'
import fastify from 'fastify'
import { importSPKI, jwtVerify } from 'jose'

const [, , upstream, keyFile] = process.argv
const key = await importSPKI(readFileSync(keyFile, 'utf8'), 'ES256')
const known = new Map()

async function verified(authorization = '') {
  const token = authorization.replace(/^Bearer /i, '')
  const seen = known.get(token)
  if (seen && seen.exp * 1000 > Date.now()) return seen
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
      if (!String(scope).split(' ').includes('bench')) return reply.code(403).send({ error: 'insufficient_scope' })
    } catch {
      return reply.code(401).send({ error: 'invalid_token' })
    }
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`ready at ${app.server.address().port}\n`)
process.on('SIGTERM', () => process.exit(0))
