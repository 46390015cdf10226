/** Calls that are a provider's or a portal's, and not the data plane's. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import { newRequestId } from '../lib/request-id.ts'
import type { OauthProvider } from '../oauth/index.ts'
import type { Portal } from '../portal/index.ts'

/** What has paths of its own beside the data plane. */
export interface Faces {
  providers: readonly OauthProvider[]
  portals: readonly Portal[]
}

/** Whose a request target is; undefined: the data plane's. */
export function faceAt({ providers, portals }: Faces, url: string): OauthProvider | Portal | undefined {
  return providers.find((each) => concerns(each, url)) ?? portals.find(({ path }) => isAtOrBelow(path, url))
}

/** Names the call, for its answer and for the log, whatever the caller called it. */
export function askNamed(
  face: Pick<OauthProvider | Portal, 'handle'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const id = newRequestId()
  request.headers['x-request-id'] = id
  response.setHeader('X-Request-Id', id)
  face.handle(request, response)
}

/** Whether a request target lies at or below the provider's paths. */
export function concerns({ path, wellKnownPath }: OauthProvider, url: string): boolean {
  return isAtOrBelow(path, url) || isAtOrBelow(wellKnownPath, url)
}

export function isAtOrBelow(path: string, url: string): boolean {
  if (!url.startsWith(path)) return false
  const next = url.charCodeAt(path.length) // the end, '/' or '?'
  return Number.isNaN(next) || next === 0x2f || next === 0x3f
}
