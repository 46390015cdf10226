/**
 * A page that the tests of a process use one after the other. A renderer process that has compiled the scripts already
 * loads them again in a third of the processor time. So the servers of all tests have one origin, and a test begins
 * without cookies and stored values at a file of this origin that is no page of the application.
 */
import type { ExecutionContext } from 'ava'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowser, openContext, type PageOptions, watchPage } from './browser.ts'
import { openRelay, type Relay } from './relay.ts'

export interface KeptPageOptions {
  scheme: 'http' | 'https'
  /** The path of a file that runs no script; it may be missing. */
  restPath: string
}

export interface LentPage {
  page: Page
  /** What must not happen on a page, as it happens. */
  problems: string[]
  /** Makes the page ready for the next test. Without it, the page is closed at the end of the test. */
  giveBack(): Promise<void>
}

export interface KeptPage {
  /** Forwards requests for the origin to the server of a test, and returns the origin. */
  connect(port: number): Promise<string>
  /** Returns the page with the origin of `connect`. Two tests must not use it at the same time. */
  lend(t: ExecutionContext, options: PageOptions): Promise<LentPage>
}

/** Cookies, requests and colours belong to the context, and its only page has the renderer process. */
interface Opened {
  context: BrowserContext
  page: Page
}

/** Returns the page of a part. It opens at its first use. */
export function keepPage({ scheme, restPath }: KeptPageOptions): KeptPage {
  let relay: Promise<Relay> | undefined
  let kept: Opened | undefined
  let origin = ''

  async function open(): Promise<Opened> {
    const context = await openContext(await openBrowser())
    const page = await context.newPage()
    await page.goto(origin + restPath)
    return { context, page }
  }

  return {
    async connect(port) {
      relay ??= openRelay()
      const { port: own, forwardTo } = await relay
      forwardTo(port)
      origin = `${scheme}://127.0.0.1:${own}`
      return origin
    },

    async lend(t, { dark = false }) {
      const opened = kept?.page.isClosed() === false ? kept : await open()
      kept = undefined
      const { context, page } = opened
      let isGivenBack = false
      t.teardown(() => (isGivenBack ? undefined : context.close()))
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
      const problems: string[] = []
      const unwatch = watchPage(page, origin, problems)
      const watchOther = (other: Page) => void watchPage(other, origin, problems)
      context.on('page', watchOther)

      return {
        page,
        problems,
        async giveBack() {
          unwatch()
          context.off('page', watchOther)
          await reset(opened, origin + restPath)
          isGivenBack = true
          kept = opened
        },
      }
    },
  }
}

/** Removes what a test leaves behind. */
async function reset({ context, page }: Opened, restUrl: string): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.bringToFront() // a page behind another one is not drawn
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(restUrl)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await context.clearCookies()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.mouse.move(0, 0)
}
