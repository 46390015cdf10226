/** Measures the protected call over HTTP/2 with 100 streams on one connection, beside nginx without a check. h2load sends the load. */
import { compare, type RowResult, type Subject } from '../harness/compare.ts'
import { isH2loadInstalled, measureWithH2load } from '../harness/h2load.ts'
import { roundOptions } from '../harness/round-options.ts'
import { writeServerCertificate } from '../harness/server-certificate.ts'
import { nginxTls } from '../peers/nginx.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export function measureHttp2(): Promise<RowResult[]> {
  const row = 'HTTP/2, 100 streams'
  if (!isH2loadInstalled) throw new Error('h2load is not installed: apt-get install nghttp2-client')
  return runWithBackend(async (backendPort) => {
    const certificate = await writeServerCertificate()
    const gateway = await startSluice(backendPort, { certificate })
    try {
      const { token, jwk } = gateway
      const headers = { authorization: `Bearer ${token}` }
      const { url = '' } = gateway.https ?? {}
      const sluice: Subject = {
        name: 'Sluice',
        start: async () => ({ url, headers, pids: [gateway.pid], measure: measureWithH2load, close: async () => {} }),
      }
      const peer = nginxTls({ backendPort, token, jwk }, certificate, 0.6)
      const overHttp2: typeof peer = {
        ...peer,
        async start() {
          const started = await peer.start()
          return started && { ...started, measure: measureWithH2load }
        },
      }
      return await compare(row, sluice, [overHttp2], roundOptions)
    } finally {
      await gateway.close()
      await certificate.remove()
    }
  })
}
