/**
 * Dispatches a request to the route with its path and method. Other requests are rejected with 404 or 405.
 *
 * A path can end in `:id`, which matches one segment of any text.
 */
import type { Context, Middleware } from 'koa'
import { OauthError } from '../errors/oauth-error.ts'
import { getRequestState } from '../request/request-state.ts'

type Handler = (ctx: Context) => void | Promise<void>

/**
 * A route: method, path at the gateway's origin, handler, and whether any origin's scripts may read it (CORS), or whether it is a page for
 * a browser.
 */
export type EndpointRoute = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  handler: Handler,
  reach: 'any origin' | 'own origin' | 'page',
]

/**
 * Returns a middleware that serves the routes. It compares paths without decoding them, so that each endpoint has
 * exactly one URL. Throws `invalid_request` with status 404 for another path and 405 for another method.
 */
export function serveEndpoints(routes: readonly EndpointRoute[]): Middleware {
  const byPath = new Map([...Map.groupBy(routes, ([, path]) => path)].map(describePath))

  return async function serve(ctx) {
    const [path = ''] = (ctx.req.url ?? '').split('?', 1)
    const found = byPath.get(path) ?? byPath.get(`${path.slice(0, path.lastIndexOf('/') + 1)}:id`)
    if (!found) throw new OauthError('invalid_request', 'There is no such endpoint', { status: 404 })

    const { allow, handlers, reach } = found
    if (reach === 'any origin') {
      if (isPreflight(ctx)) return answerPreflight(ctx, allow)
      ctx.set(corsHeaders)
    }

    const asked = ctx.method === 'HEAD' ? 'GET' : ctx.method
    const handle = handlers.get(asked)
    if (!handle) {
      throw new OauthError('invalid_request', `Method ${ctx.method} is not allowed for this endpoint, only ${allow}`, {
        status: 405,
        headers: { Allow: allow },
      })
    }
    if (reach === 'page') getRequestState(ctx).inPage = true
    await handle(ctx)
  }
}

function describePath([path, routes]: [string, EndpointRoute[]]) {
  const handlers = new Map<string, Handler>(routes.map(([method, , handler]) => [method, handler]))
  return [path, { handlers, allow: [...handlers.keys()].join(', '), reach: routes[0]?.[3] }] as const
}

function isPreflight({ method, req }: Context): boolean {
  return (
    method === 'OPTIONS' &&
    req.headers.origin !== undefined &&
    req.headers['access-control-request-method'] !== undefined
  )
}

/** The CORS headers of endpoints that ignore cookies: any origin may read their responses. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, DPoP-Nonce',
}

function answerPreflight(ctx: Context, methods: string): void {
  ctx.status = 204
  ctx.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, DPoP, X-IBM-Client-Id, X-IBM-Client-Secret',
    'Access-Control-Max-Age': '3600',
  })
}
