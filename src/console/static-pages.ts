/** Static pages for a missing build and for unknown paths. */
import type { Asset } from '../http/site/assets.ts'
import { buildPlainPage, escapeHtml } from '../http/site/plain-page.ts'

/** Builds the page that is served if the console has not been built. */
export function buildMissingBuildPage(folder: string): Asset {
  return buildPlainPage(
    503,
    'The console has not been built',
    `Run <code>npm run prepare</code> in the folder of the server and start it again. It looked in <code>${escapeHtml(folder)}</code>. The REST API works without the console.`,
  )
}

export const notFoundPage = buildPlainPage(
  404,
  'Nothing is here',
  'The console is at <a href="/ibmmq/console/">/ibmmq/console/</a>.',
)
