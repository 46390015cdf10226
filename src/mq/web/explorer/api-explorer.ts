/**
 * Serves `/ibm/api/docs`, the OpenAPI document of the REST API in all versions, and `/ibm/api/explorer`, a page that
 * shows it and sends requests. Both exist while the feature `apiDiscovery-1.0` is on.
 *
 * The page contains no data, so everyone can load it. The document needs a user, like every resource.
 */
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findAsset } from '../../../shared/lib/package/source-files.ts'
import type { RestServices } from '../context/rest-context.ts'
import { ibmmqDialect } from '../context/rest-dialect.ts'
import { respondWithDocument } from '../description/show-document.ts'
import { RestError } from '../errors/rest-error.ts'
import { authorizeRequest } from '../http/authorize-request.ts'
import { runInErrorBoundary } from '../http/error-boundary.ts'

const documentPath = '/ibm/api/docs'
const pagePath = '/ibm/api/explorer'

/** The files of the page by their path, with their media types. */
const files: ReadonlyMap<string, readonly [file: string, type: string]> = new Map([
  [pagePath, ['explorer.html', 'text/html; charset=utf-8']],
  [`${pagePath}/explorer.js`, ['explorer.js', 'text/javascript; charset=utf-8']],
  [`${pagePath}/explorer.css`, ['explorer.css', 'text/css; charset=utf-8']],
])

/** The page loads and sends nothing but to this server. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function createApiExplorer(services: RestServices) {
  const withoutSlash = (path: string) => path.replace(/\/$/, '')

  return {
    /** Returns whether a path belongs to the explorer and the feature is on. */
    accepts(path: string): boolean {
      const known = withoutSlash(path)
      return (known === documentPath || files.has(known)) && services.settings().describesApi
    },

    handle(request: IncomingMessage, response: ServerResponse, path: string): void {
      const known = withoutSlash(path)
      void runInErrorBoundary(request, response, services, async () => {
        if (request.method !== 'GET' && request.method !== 'HEAD') {
          const headers = { Allow: 'GET, HEAD' }
          throw new RestError('MQWB2005E', [request.method as string, path], { headers })
        }
        const file = files.get(known)
        return file ? showFile(...file) : showDocument(request, path)
      })
    },
  }

  async function showDocument(request: IncomingMessage, path: string) {
    await authorizeRequest(request, path, 'signedIn', ibmmqDialect, services)
    const { buildRestDocument } = await import('../openapi/rest-document.ts')
    return respondWithDocument(await buildRestDocument(services.resources, ibmmqDialect), { request })
  }
}

async function showFile(name: string, type: string) {
  const body = await readFile(findAsset(`mq/web/explorer/page/${name}`))
  return { status: 200, headers: { 'Content-Type': type, 'Content-Security-Policy': pagePolicy }, body }
}
