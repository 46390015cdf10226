/** Serves the built console, from memory, below `/ibmmq/console/` and `/vendormq/console/`; `/` redirects to it. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { nonPageHeaders } from '../../../shared/http/site/asset-headers.ts'
import { type Asset, loadAssets } from '../../../shared/http/site/assets.ts'
import { buildPlainPage } from '../../../shared/http/site/plain-page.ts'
import { openPreviousAssets } from '../../../shared/http/site/previous-assets.ts'
import { rawPath, sendAsset, sendRedirect } from '../../../shared/http/site/send-asset.ts'
import { packageRoot } from '../../../shared/lib/package/package-root.ts'
import { escapeMarkup } from '../../../shared/lib/text/escape-markup.ts'

export interface ConsoleOptions {
  /** The folder of the built page; `dist/console` of this package by default. */
  folder?: string
  /** The folder that keeps the files of earlier builds for open pages; without it, none are kept. */
  previousFolder?: string
  /** Returns the origins that may embed the console in a frame, separated by blanks. Called for each page. */
  frameAncestors?: () => string
}

/** The console as a part of a server. */
export interface ConsolePage {
  handle: RequestListener
  /** Resolves when the files of this build are stored for open pages. */
  close(): Promise<void>
}

const defaultFolder = join(packageRoot, 'dist/console')
const consolePath = /^\/(ibmmq|vendormq)\/console(\/.*)?$/

/** The paths that serve `index.html`, which routes in the browser. */
const pagePaths = new Set(['/', '/index.html', '/login.html'])

/** Returns the handler of every request outside of the REST API: 404 for unknown paths. It does not throw. */
export function buildConsoleHandler(options: ConsoleOptions = {}): ConsolePage {
  const { folder = defaultFolder, previousFolder, frameAncestors = () => '' } = options
  const assets = loadAssets(folder)
  const previous =
    assets && previousFolder !== undefined
      ? openPreviousAssets({ assets, folder: previousFolder, now: Date.now() })
      : undefined
  const index = assets?.get('/index.html') ?? buildMissingBuildPage(folder)

  return { handle: serveConsole, close: async () => previous?.stored }

  function serveConsole(request: IncomingMessage, response: ServerResponse) {
    const path = rawPath(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...nonPageHeaders, Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
      return
    }
    if (path === '/') return sendRedirect(response, '/ibmmq/console/')

    const [, dialect, rest] = consolePath.exec(path) ?? []
    if (dialect && rest === undefined) return sendRedirect(response, `/${dialect}/console/`)

    const found =
      rest === undefined ? undefined : pagePaths.has(rest) ? index : (assets?.get(rest) ?? previous?.find(rest))
    sendAsset(request, response, found ?? notFoundPage, { frameAncestors: frameAncestors() })
  }
}

function buildMissingBuildPage(folder: string): Asset {
  return buildPlainPage(
    503,
    'The console has not been built',
    `Run <code>npm run prepare</code> in the folder of the server and start it again. It looked in <code>${escapeMarkup(folder)}</code>. The REST API works without the console.`,
  )
}

const notFoundPage = buildPlainPage(
  404,
  'Nothing is here',
  'The console is at <a href="/ibmmq/console/">/ibmmq/console/</a>.',
)
