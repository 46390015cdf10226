/** A real Chromium for the tests of pages: one for all tests of a process, with a context of its own for each. */
import { existsSync } from 'node:fs'

import test, { type ExecutionContext } from 'ava'
import { type Browser, chromium, type Page } from 'playwright-core'

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

/** Why pages of a part cannot be tested here; undefined when they can. */
export function whyNoPages(part: 'console' | 'portal'): string | undefined {
  const missing = whyNoBrowser()
  if (missing) return missing
  if (!existsSync(`dist/${part}/index.html`)) return `the ${part} has not been built: npm run prepare`
  return undefined
}

export interface PageOptions {
  dark?: boolean
  locale?: string
  /** The client certificate and its key in PEM. */
  certificate?: { cert: string; key: string }
}

/** A page that waits at most 20 s for anything, and the list of what went wrong on it. */
export async function openPage(
  t: ExecutionContext,
  origin: string,
  { dark = false, locale = 'en-US', certificate }: PageOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await (await openBrowser()).newContext({
    ignoreHTTPSErrors: true,
    locale,
    ...(certificate && {
      clientCertificates: [
        { origin, cert: Buffer.from(certificate.cert), key: Buffer.from(certificate.key) },
      ],
    }),
    viewport: { width: 1280, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  t.teardown(() => context.close())
  context.setDefaultTimeout(30_000)
  const problems: string[] = []
  context.on('page', (page) => watch(page, origin, problems))
  return { page: await context.newPage(), problems }
}

/** What must not happen, as it happens. */
function watch(page: Page, origin: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    // A refused request is an answer to the page; what it makes of it is tested where it shows.
    const isAnswer = /Failed to load resource: the server responded/.test(message.text())
    if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'blob:') problems.push(`asked ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}
