/** The health paths of the MQ web server, for load balancers and supervisors. They need no user and name no object. */
import type { IncomingMessage, RequestListener } from 'node:http'
import { nonPageHeaders } from '../../shared/http/site/asset-headers.ts'
import type { Installation, QueueManager } from '../manager/index.ts'
import type { RequestForwarding } from './context/web-part.ts'

const livePath = '/livez'
const readyPath = '/readyz'

type Readiness = 'ready' | 'degraded' | 'unavailable'

/**
 * Returns a listener that serves `GET /livez` and `GET /readyz`, and passes all other requests to `next`. `/livez` is 200
 * while the process responds. `/readyz` is 503 when queue managers were started and requests to none of them are served,
 * here or by forwarding them; `?qmgr=NAME` asks for one.
 */
export function createHealthHandler(
  installation: Pick<Installation, 'list' | 'find'>,
  isServedElsewhere: RequestForwarding['isServedElsewhere'] | undefined,
  next: RequestListener,
): RequestListener {
  const isServed = async (manager: QueueManager) =>
    manager.state === 'running' || ((await isServedElsewhere?.(manager)) ?? false)
  return function handleHealth(request, response) {
    const path = findHealthPath(request)
    if (path === undefined) return next(request, response)
    const finding =
      path === livePath ? Promise.resolve('ready' as const) : findReadiness(installation, isServed, request)
    void finding.then((status) => {
      response.writeHead(status === 'unavailable' ? 503 : 200, {
        ...nonPageHeaders,
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        ...(status === 'unavailable' && { 'Retry-After': '1' }),
      })
      response.end(request.method === 'HEAD' ? undefined : `${JSON.stringify({ status })}\n`)
    })
  }
}

function findHealthPath({ method, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  return [livePath, readyPath].find((path) => url === path || url.startsWith(`${path}?`))
}

/** Never rejects. Queue managers that an operator has ended do not count, unless the request asks for one of them. */
async function findReadiness(
  installation: Pick<Installation, 'list' | 'find'>,
  isServed: (manager: QueueManager) => Promise<boolean>,
  { url = '' }: IncomingMessage,
): Promise<Readiness> {
  const name = new URLSearchParams(url.slice(readyPath.length)).get('qmgr')
  if (name !== null) {
    const manager = installation.find(name)
    return manager && (await isServed(manager)) ? 'ready' : 'unavailable'
  }
  const started = installation.list().filter(({ state }) => !state.startsWith('ended'))
  const served = await Promise.all(started.map(isServed))
  if (served.every(Boolean)) return 'ready'
  return served.some(Boolean) ? 'degraded' : 'unavailable'
}
