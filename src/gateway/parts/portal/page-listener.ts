/** Serves the page of the portal, where paths without a file get `index.html`, which routes in the browser; and the documentation. */
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { nonPageHeaders } from '../../../shared/http/site/asset-headers.ts'
import { type Asset, loadAssets } from '../../../shared/http/site/assets.ts'
import { buildPlainPage } from '../../../shared/http/site/plain-page.ts'
import { openPreviousAssets, type PreviousAssets } from '../../../shared/http/site/previous-assets.ts'
import { rawPath, sendAsset, sendRedirect } from '../../../shared/http/site/send-asset.ts'
import { packageRoot } from '../../../shared/lib/package/package-root.ts'
import { escapeMarkup } from '../../../shared/lib/text/escape-markup.ts'

const defaultFolder = join(packageRoot, 'dist/portal')
const docsPath = '/docs/'

export interface PageOptions {
  /** The folder of the built page; `dist/portal` of this package by default. */
  folder?: string | undefined
  /** The folder of the built documentation; `dist/docs` of this package by default. */
  docsFolder?: string | undefined
  /** The folder that keeps the files of earlier builds for open pages; without it, none are kept. */
  previousFolder?: string | undefined
}

interface LoadedPage {
  /** Undefined when the page has not been built. */
  assets: ReadonlyMap<string, Asset> | undefined
  previous: PreviousAssets | undefined
}

/** The loaded pages by folder. They stay in memory when a reload of the documents builds the portals again. */
const loadedPages = new Map<string, LoadedPage>()

/** Returns a listener that serves the files of a folder below `prefix`. */
export function buildPageListener(
  prefix: string,
  { folder = defaultFolder, docsFolder = join(packageRoot, 'dist/docs'), previousFolder }: PageOptions = {},
): RequestListener {
  const { assets, previous } = loadPage(folder, previousFolder)
  const index = assets?.get('/index.html') ?? missingPage(folder)

  return function serveSite(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...nonPageHeaders, Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
      return
    }
    const path = rawPath(request).slice(prefix.length)
    if (path === '') return sendRedirect(response, `${prefix}/${(request.url as string).slice(prefix.length)}`)

    if (path.startsWith(docsPath)) return sendAsset(request, response, findDocsPage(path, docsFolder))
    const found = assets?.get(path) ?? previous?.find(path) ?? (path.startsWith('/assets/') ? notFound : index)
    sendAsset(request, response, found)
  }
}

/** Returns a page of the documentation, which the first request loads. */
function findDocsPage(path: string, folder: string): Asset {
  const { assets } = loadPage(folder, undefined)
  if (!assets) return buildPlainPage(503, 'The documentation has not been built', 'Run <code>npm run docs</code>.')
  return assets.get(path === docsPath ? '/index.html' : path.slice(docsPath.length - 1)) ?? notFound
}

function loadPage(folder: string, previousFolder: string | undefined): LoadedPage {
  const loaded = loadedPages.get(folder)
  if (loaded) return loaded
  const assets = loadAssets(folder)
  const previous =
    assets && previousFolder !== undefined
      ? openPreviousAssets({ assets, folder: previousFolder, now: Date.now() })
      : undefined
  loadedPages.set(folder, { assets, previous })
  return { assets, previous }
}

const notFound = buildPlainPage(404, 'Nothing is here', 'The page may be another one by now: load it again.')

function missingPage(folder: string): Asset {
  return buildPlainPage(
    503,
    'The developer portal has not been built',
    `Run <code>npm run prepare</code> in the folder of the gateway and start it again. It looked in <code>${escapeMarkup(folder)}</code>. The REST resources work without the page.`,
  )
}
