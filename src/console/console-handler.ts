/**
 * Serves the built console below `/ibmmq/console/` and `/vendormq/console/`, and sends browsers that knock at the
 * root of the server there.
 *
 * Everything is read into memory once: a request costs a look into a map and the writing of bytes.
 */
import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'

import { loadAssets } from '../http/site/assets.ts'
import { emptyHeaders } from '../http/site/headers.ts'
import { pathOf, redirect, send } from '../http/site/send.ts'
import { buildMissingBuildPage, notFoundPage } from './static-pages.ts'

export interface ConsoleOptions {
  /** Where the build put the page; `dist/console` of this package when left out. */
  folder?: string
  /** Origins that may show the console in a frame, separated by blanks; none when empty. Asked for each page. */
  frameAncestors?: () => string
}

const defaultFolder = fileURLToPath(new URL('../../dist/console', import.meta.url))
const consolePath = /^\/(ibmmq|vendormq)\/console(\/.*)?$/

/** The addresses that show the page; what is shown there is the page's own affair. */
const pagePaths = new Set(['/', '/index.html', '/login.html'])

/** A request listener for everything that is not REST. Answers 404 for what it does not know, and never throws. */
export function buildConsoleHandler(options: ConsoleOptions = {}): RequestListener {
  const { folder = defaultFolder, frameAncestors = () => '' } = options
  const assets = loadAssets(folder)
  const index = assets?.get('/index.html') ?? buildMissingBuildPage(folder)

  return function serveConsole(request, response) {
    const path = pathOf(request)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...emptyHeaders, Allow: 'GET, HEAD', 'Content-Length': 0 }).end()
      return
    }
    if (path === '/') return redirect(response, '/ibmmq/console/')

    const [, dialect, rest] = consolePath.exec(path) ?? []
    if (dialect && rest === undefined) return redirect(response, `/${dialect}/console/`)

    const found = rest === undefined ? undefined : pagePaths.has(rest) ? index : assets?.get(rest)
    send(request, response, found ?? notFoundPage, { frameAncestors: frameAncestors() })
  }
}
