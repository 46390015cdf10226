/** Measures the protected call over TLS, with kept connections and with a new one for each call, beside nginx without a check. */
import { compare, type RowResult, type Subject } from '../harness/compare.ts'
import { roundOptions } from '../harness/round-options.ts'
import { writeServerCertificate } from '../harness/server-certificate.ts'
import { nginxTls } from '../peers/nginx.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export function measureTls(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const certificate = await writeServerCertificate()
    const gateway = await startSluice(backendPort, { certificate })
    try {
      const { url = '' } = gateway.https ?? {}
      const { token, jwk } = gateway
      const rows: RowResult[] = []
      for (const [row, target, more] of [
        ['TLS, kept connections', 0.75, {}],
        ['TLS, a new connection for each call', 0.6, { connection: 'close' }],
      ] as const) {
        const headers = { authorization: `Bearer ${token}`, ...more }
        const sluice: Subject = {
          name: 'Sluice',
          start: async () => ({ url, headers, pids: [gateway.pid], close: async () => {} }),
        }
        const peer = nginxTls({ backendPort, token, jwk }, certificate, target)
        const withHeaders: typeof peer = {
          ...peer,
          async start() {
            const started = await peer.start()
            return started && { ...started, headers }
          },
        }
        rows.push(...(await compare(row, sluice, [withHeaders], roundOptions)))
      }
      return rows
    } finally {
      await gateway.close()
      await certificate.remove()
    }
  })
}
