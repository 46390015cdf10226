/** A protected call: valid token, default configuration, 1 KiB answers, 64 connections. */
import { compare, type RowResult } from '../harness/compare.ts'
import { how } from '../harness/how.ts'
import { cores } from '../harness/process.ts'
import { bare, fastify, haproxy, nginx, startScript } from '../peers/index.ts'
import { startSluice } from '../peers/sluice.ts'

export async function protectedCall(): Promise<RowResult[]> {
  const backend = await startScript(cores.others, 'backend.ts')
  try {
    const { url, token, jwk, close } = await startSluice(backend.port)
    const setting = { backendPort: backend.port, token, jwk }
    const sluice = {
      name: 'Sluice',
      start: async () => ({ url, headers: { authorization: `Bearer ${token}` }, close }),
    }
    const peers = [bare(setting, 0.8), haproxy(setting, 1), fastify(setting, 1), nginx(setting)]
    return await compare('protected call', sluice, peers, how)
  } finally {
    await backend.close()
  }
}
