/**
 * A page of the browser that the next test gets, because a new page has a new renderer, which compiles all scripts again.
 * It takes as much processor time as most tests of pages.
 */
import type { Page } from 'playwright-core'

export const viewport = { width: 1280, height: 900 }

let kept: Page | undefined

/** Returns the page of an earlier test, or undefined. The page is on an empty document. */
export function takeKeptPage(): Page | undefined {
  const page = kept
  kept = undefined
  return page?.isClosed() ? undefined : page
}

/** Keeps a page for the next test, without anything that its test left in it. Closes its context when that fails. */
export async function keepPage(page: Page): Promise<void> {
  try {
    await reset(page)
    kept = page
  } catch {
    await page.context().close()
  }
}

/** Removes what a test can leave in a page and its context. Throws when the page does not work any more. */
async function reset(page: Page): Promise<void> {
  const context = page.context()
  await Promise.all(context.pages().map((each) => each !== page && each.close()))
  await Promise.all([page.unrouteAll(), context.unrouteAll(), context.clearCookies()])
  // A document of the same origin leaves the renderer in place. A route of playwright would switch the caches off.
  const empty = new URL('/empty', page.url()).href
  await page.goto(empty)
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.setViewportSize(viewport)
  await page.mouse.move(0, 0)
}

/** Makes the use of a clock an error, because a clock stays in the context for good. */
export function refuseClock(page: Page): void {
  Object.defineProperty(page, 'clock', {
    configurable: true,
    get() {
      throw new Error('the page is shared with other tests: open it with ownContext to install a clock')
    },
  })
}
