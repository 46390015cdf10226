/** A real Chromium for the tests of pages: one for all tests of a process. */
import { existsSync, readFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Dialog,
  type Page,
  type Request,
} from 'playwright-core'
import { digestFile, digestPageSources } from '../../vite/source-digest.ts'

/** The browsers of Debian, the preferred one first: the headless shell needs less processor time. */
const executablePaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = executablePaths.find((path) => existsSync(path))

/**
 * What Chromium goes without. Of two such lists it follows the last, so what playwright names itself is named again;
 * the popups of an address bar that nobody sees took a second of processor time with each page.
 */
const without = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'LensOverlay', 'AimEnabled', 'PreconnectToSearch'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning', 'PaintHolding'],
  ...['MediaRouter', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'DestroyProfileOnBrowserClose'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'AvoidCorsURLLoaderRestartOnRedirect'],
  'SpareRendererForSitePerProcess', // starts a second process for each page
]

const args = [
  `--disable-features=${without.join()}`,
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
]

let browser: Promise<Browser> | undefined
test.after.always(async () => {
  await (await browser)?.close()
})

/** Why nothing can be tested in a browser here; undefined when it can. */
export function whyNoBrowser(): string | undefined {
  return executablePath ? undefined : `there is no ${executablePaths.join(' and no ')}`
}

/** Returns the browser of the process, which ends with its tests. One that has crashed is replaced. */
export function openBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

async function launch(): Promise<Browser> {
  const launched = await chromium.launch({ ...(executablePath && { executablePath }), headless: true, args })
  launched.once('disconnected', () => {
    browser = undefined
  })
  return launched
}

/** Why pages of a part cannot be tested here; undefined when they can. Throws when the pages are older than their sources. */
export function whyNoPages(part: 'console' | 'portal'): string | undefined {
  const missing = whyNoBrowser()
  if (missing) return missing
  if (!existsSync(`dist/${part}/index.html`)) return `the ${part} has not been built: npm run prepare`
  if (!isBuiltNow()) throw new Error('dist has pages of other sources, and tests would be about those: npm run prepare')
  return undefined
}

let builtNow: boolean | undefined
function isBuiltNow(): boolean {
  builtNow ??= existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digestPageSources()
  return builtNow
}

export interface PageOptions {
  dark?: boolean
  locale?: string
  /** The client certificate and its key in PEM. */
  certificate?: { cert: string; key: string }
}

/** Returns a context of its own for pages, which wait at most 30 s for anything. */
export async function openContext(
  browser: Browser,
  { dark = false, locale = 'en-US', ...options }: PageOptions & Pick<BrowserContextOptions, 'clientCertificates'> = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    locale,
    ...options,
    viewport: { width: 1280, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(30_000)
  return context
}

/** Opens a page in a context of its own, and returns the list of what went wrong on it. */
export async function openPage(
  t: ExecutionContext,
  origin: string,
  { certificate, ...options }: PageOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await openContext(await openBrowser(), {
    ...options,
    ...(certificate && {
      clientCertificates: [{ origin, cert: Buffer.from(certificate.cert), key: Buffer.from(certificate.key) }],
    }),
  })
  t.teardown(() => context.close())
  const problems: string[] = []
  context.on('page', (page) => void watchPage(page, origin, problems))
  return { page: await context.newPage(), problems }
}

/** Adds what must not happen on a page to the list, as it happens, until the returned function is called. */
export function watchPage(page: Page, origin: string, problems: string[]): () => void {
  const listeners = {
    pageerror: (error: Error) => void problems.push(`error: ${error.stack ?? error.message}`),
    console(message: ConsoleMessage) {
      // A refused request is an answer to the page; what it makes of it is tested where it shows.
      const isAnswer = /Failed to load resource: the server responded/.test(message.text())
      if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`)
    },
    request(request: Request) {
      const url = new URL(request.url())
      if (url.origin !== origin && url.protocol !== 'blob:') problems.push(`asked ${request.url()}`)
    },
    dialog(dialog: Dialog) {
      problems.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    },
  }
  page.on('pageerror', listeners.pageerror)
  page.on('console', listeners.console)
  page.on('request', listeners.request)
  page.on('dialog', listeners.dialog)
  return () => {
    page.off('pageerror', listeners.pageerror)
    page.off('console', listeners.console)
    page.off('request', listeners.request)
    page.off('dialog', listeners.dialog)
  }
}
