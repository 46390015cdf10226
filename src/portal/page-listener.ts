/** Serves the built page of the portal. Every path without a file gets `index.html`, which routes in the browser. */
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { nonPageHeaders } from '../http/site/asset-headers.ts'
import { type Asset, loadAssets } from '../http/site/assets.ts'
import { buildPlainPage, escapeHtml } from '../http/site/plain-page.ts'
import { rawPath, sendAsset, sendRedirect } from '../http/site/send-asset.ts'
import { packageRoot } from '../lib/package/package-root.ts'

const defaultFolder = join(packageRoot, 'dist/portal')

/** The loaded files by folder. They stay in memory when a reload of the documents builds the portals again. */
const assetsByFolder = new Map<string, ReadonlyMap<string, Asset> | undefined>()

/** Returns a listener that serves the files of a folder below `prefix`. */
export function buildPageListener(prefix: string, folder = defaultFolder): RequestListener {
  if (!assetsByFolder.has(folder)) assetsByFolder.set(folder, loadAssets(folder))
  const assets = assetsByFolder.get(folder)
  const index = assets?.get('/index.html') ?? missingPage(folder)

  return function serveSite(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...nonPageHeaders, Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
      return
    }
    const path = rawPath(request).slice(prefix.length)
    if (path === '')
      return sendRedirect(response, `${prefix}/${(request.url as string).slice(prefix.length)}`)

    const found = assets?.get(path) ?? (path.startsWith('/assets/') ? notFound : index)
    sendAsset(request, response, found)
  }
}

const notFound = buildPlainPage(404, 'Nothing is here', 'The page may be another one by now: load it again.')

function missingPage(folder: string): Asset {
  return buildPlainPage(
    503,
    'The developer portal has not been built',
    `Run <code>npm run prepare</code> in the folder of the gateway and start it again. It looked in <code>${escapeHtml(folder)}</code>. The REST resources work without the page.`,
  )
}
