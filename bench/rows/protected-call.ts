/** Measures a protected call, GET and POST: valid token, default configuration, responses of 1 KiB, 64 connections. */
import { compare, type Peer, type RowResult } from '../harness/compare.ts'
import { compareWithBaseline } from '../harness/limit-rows.ts'
import type { Request } from '../harness/load-types.ts'
import { roundOptions } from '../harness/round-options.ts'
import { apache } from '../peers/apache.ts'
import { bareProxy } from '../peers/bare.ts'
import { expressGateway } from '../peers/express-gateway.ts'
import { fastify } from '../peers/fastify.ts'
import { haproxy, haproxyWithCache } from '../peers/haproxy.ts'
import { nginx, nginxLua } from '../peers/nginx.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export function measureProtectedCall(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const { url, token, jwk, pid, close } = await startSluice(backendPort)
    const setting = { backendPort, token, jwk }
    const sluice = {
      name: 'Sluice',
      start: async () => ({ url, headers: { authorization: `Bearer ${token}` }, pids: [pid], close: stay }),
    }
    const peers = [
      bareProxy(setting, 0.85),
      haproxy(setting, 1),
      haproxyWithCache(setting, 0.9),
      nginxLua(setting, 0.6),
      apache(setting, null),
      fastify(setting, 2.5),
      expressGateway(setting, 10),
      nginx(setting),
    ]
    const rows = await compare('protected call', sluice, peers, roundOptions)
    const own = { url, headers: { authorization: `Bearer ${token}` }, pids: [pid], close: stay }
    const posted = await compare(
      'protected POST of 2 KiB',
      { name: 'Sluice', start: async () => ({ ...own, requests: [post] }) },
      [posting(nginxLua(setting, 0.6)), { name: 'its own GET', target: 0.67, start: async () => own }],
      roundOptions,
    )
    await close()
    return [...rows, ...posted, ...rows.filter(({ peer }) => peer === 'HAProxy, jwt_verify').map(compareP99)]
  })
}

const post: Request = { method: 'POST', body: 'x'.repeat(2048), headers: { 'content-type': 'text/plain' } }

/** Leaves a gateway running that serves several rows. */
const stay = async () => {}

function posting(peer: Peer): Peer {
  return {
    ...peer,
    async start() {
      const running = await peer.start()
      return running && { ...running, requests: [post] }
    },
  }
}

/** Returns the row of the response times at full load, which may be 1.5 times those of the peer. */
function compareP99({ peer, sluice, measured }: RowResult): RowResult {
  const row = 'protected call, p99 at full load'
  if (!sluice || !measured) return { row, peer, ratio: null, target: null, ok: null }
  const figures = `${sluice.p99Ms.toFixed(2)} / ${measured.p99Ms.toFixed(2)} ms`
  return compareWithBaseline(row, peer, measured.p99Ms / sluice.p99Ms, 0.67, figures)
}
