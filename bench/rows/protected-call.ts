/** Measures a protected call: valid token, default configuration, responses of 1 KiB, 64 connections. */
import { compare, type RowResult } from '../harness/compare.ts'
import { how } from '../harness/how.ts'
import { apache } from '../peers/apache.ts'
import { bare } from '../peers/bare.ts'
import { expressGateway } from '../peers/express-gateway.ts'
import { fastify } from '../peers/fastify.ts'
import { haproxy } from '../peers/haproxy.ts'
import { nginx, nginxLua } from '../peers/nginx.ts'
import { withBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export function protectedCall(): Promise<RowResult[]> {
  return withBackend(async (backendPort) => {
    const { url, token, jwk, close } = await startSluice(backendPort)
    const setting = { backendPort, token, jwk }
    const sluice = {
      name: 'Sluice',
      start: async () => ({ url, headers: { authorization: `Bearer ${token}` }, close }),
    }
    const peers = [
      bare(setting, 0.85),
      haproxy(setting, 1),
      nginxLua(setting, 0.6),
      apache(setting, null),
      fastify(setting, 2.5),
      expressGateway(setting, 10),
      nginx(setting),
    ]
    return compare('protected call', sluice, peers, how)
  })
}
