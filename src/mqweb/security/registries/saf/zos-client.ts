/** Sends requests to a service of z/OS: verified TLS, no redirects, bounded responses, one timeout for the whole exchange. */
import type { Pool } from 'undici'
import { RegistryUnavailableError } from '../../../../registries/index.ts'

const maxConnections = 4
const maxResponseBytes = 65_536

export interface ZosResponse {
  readonly status: number
  readonly setCookies: readonly string[]
  readonly body: string
}

export type ZosClient = ReturnType<typeof openZosClient>

/** Opens a client. `service` is the name of the service in error texts. */
export function openZosClient(
  service: string,
  url: URL,
  readTrustedCas: () => Promise<string | undefined>,
  timeoutMs: number,
) {
  const basePath = url.pathname.replace(/\/$/, '')
  let pool: Promise<Pool> | undefined

  async function openPool(): Promise<Pool> {
    const { Pool } = await import('undici') // loaded when first needed: most servers have no registry of z/OS
    const ca = await readTrustedCas()
    const connect = { rejectUnauthorized: true, minVersion: 'TLSv1.2', timeout: timeoutMs, ...(ca && { ca }) } as const
    return new Pool(url.origin, { connections: maxConnections, maxResponseSize: maxResponseBytes, connect })
  }

  return {
    service,

    /** Sends a request to a path below the URL. Throws `RegistryUnavailableError` when there is no complete response in time. */
    async send(method: 'GET' | 'POST', path: string, headers: Readonly<Record<string, string>>): Promise<ZosResponse> {
      pool ??= openPool()
      pool.catch(() => {
        pool = undefined
      })
      try {
        const {
          statusCode,
          headers: received,
          body,
        } = await (await pool).request({
          method,
          path: basePath + path,
          headers,
          signal: AbortSignal.timeout(timeoutMs),
        })
        const setCookies = [received['set-cookie'] ?? []].flat()
        return { status: statusCode, setCookies, body: await body.text() }
      } catch (cause) {
        throw new RegistryUnavailableError(`${service} at ${url.origin} did not respond: ${(cause as Error).message}`, {
          cause,
        })
      }
    },

    async close(): Promise<void> {
      const opened = await pool?.catch(() => undefined)
      await opened?.destroy()
    },
  }
}
