/** Sends files of a page: the best compressed variant that the browser accepts, or 304 when it has the file. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buildAssetHeaders, nonPageHeaders, type PageHeaderOptions } from './asset-headers.ts'
import type { Asset } from './assets.ts'
import { chooseEncoding } from './choose-encoding.ts'

/** Sends a file in the best encoding that the client accepts; 304 when it has an immutable one already. */
export function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  options: PageHeaderOptions = {},
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], asset.encoded)
  const body = (encoding && asset.encoded[encoding]) ?? asset.body

  if (asset.isImmutable && request.headers['if-none-match'] === asset.etag) {
    response.writeHead(304, buildAssetHeaders(asset, options)).end()
    return
  }
  response.writeHead(asset.status, {
    ...buildAssetHeaders(asset, options),
    'Content-Type': asset.contentType,
    'Content-Length': body.length,
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

export function sendRedirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { ...nonPageHeaders, Location: location, 'Content-Length': 0 }).end()
}

/** Returns the path of the request target, without the query. */
export function rawPath(request: IncomingMessage): string {
  return (request.url ?? '/').split('?')[0] as string
}
