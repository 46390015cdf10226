/** Measures a protected call: valid token, default configuration, responses of 1 KiB, 64 connections. */
import { compare, type RowResult } from '../harness/compare.ts'
import { compareWithBaseline } from '../harness/limit-rows.ts'
import { roundOptions } from '../harness/round-options.ts'
import { apache } from '../peers/apache.ts'
import { bareProxy } from '../peers/bare.ts'
import { expressGateway } from '../peers/express-gateway.ts'
import { fastify } from '../peers/fastify.ts'
import { haproxy } from '../peers/haproxy.ts'
import { nginx, nginxLua } from '../peers/nginx.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export function measureProtectedCall(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const { url, token, jwk, close } = await startSluice(backendPort)
    const setting = { backendPort, token, jwk }
    const sluice = {
      name: 'Sluice',
      start: async () => ({ url, headers: { authorization: `Bearer ${token}` }, close }),
    }
    const peers = [
      bareProxy(setting, 0.85),
      haproxy(setting, 1),
      nginxLua(setting, 0.6),
      apache(setting, null),
      fastify(setting, 2.5),
      expressGateway(setting, 10),
      nginx(setting),
    ]
    const rows = await compare('protected call', sluice, peers, roundOptions)
    return [...rows, ...rows.filter(({ peer }) => peer.startsWith('HAProxy')).map(compareP99)]
  })
}

/** Returns the row of the response times at full load, which may be 1.5 times those of the peer. */
function compareP99({ peer, sluice, measured }: RowResult): RowResult {
  const row = 'protected call, p99 at full load'
  if (!sluice || !measured) return { row, peer, ratio: null, target: null, ok: null }
  const figures = `${sluice.p99Ms.toFixed(2)} / ${measured.p99Ms.toFixed(2)} ms`
  return compareWithBaseline(row, peer, measured.p99Ms / sluice.p99Ms, 0.67, figures)
}
