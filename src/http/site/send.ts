/** Answers with a file of a site: whichever compressed form the browser takes, or nothing when it has it already. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Asset } from './assets.ts'
import { chooseEncoding } from './encoding.ts'
import { emptyHeaders, type PageRights, pageHeaders } from './headers.ts'

export function send(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  rights: PageRights = {},
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], asset.encoded)
  const body = (encoding && asset.encoded[encoding]) ?? asset.body

  if (asset.immutable && request.headers['if-none-match'] === asset.etag) {
    response.writeHead(304, pageHeaders(asset, rights)).end()
    return
  }
  response.writeHead(asset.status, {
    ...pageHeaders(asset, rights),
    'Content-Type': asset.type,
    'Content-Length': body.length,
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { ...emptyHeaders, Location: location, 'Content-Length': 0 }).end()
}

/** Of a request target, without the query. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] as string
}
