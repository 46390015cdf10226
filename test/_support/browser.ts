/** A real Chromium for the tests of pages: one for all tests of a process, which also share a page where they can. */
import { existsSync } from 'node:fs'

import test, { type ExecutionContext } from 'ava'
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Dialog,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core'

import { keepPage, refuseClock, takeKeptPage, viewport } from './kept-page.ts'

const executablePath = '/usr/bin/chromium'

/**
 * What Chromium goes without. Of two such lists it follows the last, so what playwright names itself is named again;
 * the popups of an address bar that nobody sees took a second of processor time with each page.
 */
const without = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'LensOverlay', 'AimEnabled', 'PreconnectToSearch'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'PaintHolding'],
  ...['MediaRouter', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'DestroyProfileOnBrowserClose'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'AvoidCorsURLLoaderRestartOnRedirect'],
  // A renderer that is started for the next site.
  'SpareRendererForSitePerProcess',
]

const args = [
  `--disable-features=${without.join()}`,
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
  // Chromium caches no file of a server with a certificate error, which `ignoreHTTPSErrors` leaves in place.
  '--ignore-certificate-errors',
]

let browser: Promise<Browser> | undefined
test.after.always(async () => {
  await (await browser)?.close()
})

/** Why nothing can be tested in a browser here; undefined when it can. */
export function whyNoBrowser(): string | undefined {
  return existsSync(executablePath) ? undefined : `there is no ${executablePath}`
}

/** Returns the browser of the process, which ends with its tests. One that has crashed is replaced. */
export function openBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

async function launch(): Promise<Browser> {
  const launched = await chromium.launch({ executablePath, headless: true, args })
  launched.once('disconnected', () => {
    browser = undefined
  })
  return launched
}

/** Why pages of a part cannot be tested here; undefined when they can. */
export function whyNoPages(part: 'console' | 'portal'): string | undefined {
  const missing = whyNoBrowser()
  if (missing) return missing
  if (!existsSync(`dist/${part}/index.html`)) return `the ${part} has not been built: npm run prepare`
  return undefined
}

export interface PageOptions {
  dark?: boolean
  /** The language of the browser; `en-US` if absent. */
  locale?: string
  /** The client certificate and its key in PEM. */
  certificate?: { cert: string; key: string }
  /** The test needs a page without the caches of earlier tests, or leaves in it what cannot be removed, such as a clock. */
  ownContext?: boolean
}

/**
 * Returns a page that waits at most 30 s for anything, and the list of what went wrong on it. The page may be the one of an
 * earlier test, without its cookies, storage and routes.
 */
export async function openPage(
  t: ExecutionContext,
  origin: string,
  options: PageOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const { dark = false, locale, certificate, ownContext = false } = options
  const isShared = !ownContext && !certificate && locale === undefined
  const page = (isShared && takeKeptPage()) || (await newPage(origin, options))
  if (isShared) refuseClock(page)
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const problems: string[] = []
  const stopWatching = watch(page.context(), origin, problems)
  t.teardown(async () => {
    stopWatching()
    if (isShared && t.passed) await keepPage(page)
    else await page.context().close()
  })
  return { page, problems }
}

async function newPage(origin: string, { locale = 'en-US', certificate }: PageOptions): Promise<Page> {
  const context = await (await openBrowser()).newContext({
    ignoreHTTPSErrors: certificate !== undefined, // playwright connects itself then
    locale,
    ...(certificate && {
      clientCertificates: [
        { origin, cert: Buffer.from(certificate.cert), key: Buffer.from(certificate.key) },
      ],
    }),
    viewport,
  })
  context.setDefaultTimeout(30_000)
  return context.newPage()
}

/** Adds what must not happen in the pages of a context to `problems`, until the returned function is called. */
function watch(context: BrowserContext, origin: string, problems: string[]): () => void {
  const onError = (error: WebError) => {
    problems.push(`error: ${error.error().stack ?? error.error().message}`)
  }
  const onConsole = (message: ConsoleMessage) => {
    // A refused request is an answer to the page; what it makes of it is tested where it shows.
    const isAnswer = /Failed to load resource: the server responded/.test(message.text())
    if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`)
  }
  const onRequest = (request: Request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'blob:') problems.push(`asked ${request.url()}`)
  }
  const onDialog = (dialog: Dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  }
  context.on('weberror', onError).on('console', onConsole).on('request', onRequest).on('dialog', onDialog)
  return () => {
    context
      .off('weberror', onError)
      .off('console', onConsole)
      .off('request', onRequest)
      .off('dialog', onDialog)
  }
}
