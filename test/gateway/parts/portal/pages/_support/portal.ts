/**
 * The portal's page in a real Chromium before a stand-in. A test that uses it fails when the page logs an error, breaks
 * its policy, or asks anything of another origin.
 */
import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { openPage, whyNoPages } from '../../../../../_support/browser.ts'
import { keepPage } from '../../../../../_support/kept-page.ts'
import { answersWith } from './catalogue.ts'
import { type Answers, openStandIn, prefix, type StandIn } from './stand-in.ts'

export interface Portal {
  page: Page
  standIn: StandIn
  /** Opens the page of a route: `#/products`. */
  open(route: string): Promise<void>
}

export interface PortalOptions {
  answers?: Answers
  dark?: boolean
  /** How long the test may last; 55 s if absent. */
  timeoutMs?: number
  /** The language of the browser; a page in another one than en-US is the test's own. */
  locale?: string
  /** Gives the test a page of its own, for tests that replace the clock. */
  hasOwnPage?: boolean
}

const missing = whyNoPages('portal')
const keptPage = keepPage({ scheme: 'http', restPath: `${prefix}/assets/none` })

/** A test in the browser. Skipped, with the reason in its title, where there is no browser or no build. */
export function portalTest(
  title: string,
  {
    answers = answersWith(),
    dark = false,
    timeoutMs = 55_000,
    locale = 'en-US',
    hasOwnPage = locale !== 'en-US',
  }: PortalOptions,
  run: (t: ExecutionContext, portal: Portal) => Promise<void>,
): void {
  if (missing) {
    test.skip(`${title} (skipped: ${missing})`, () => {})
    return
  }
  test.serial(title, async (t) => {
    t.timeout(timeoutMs)
    const standIn = await openStandIn(t, { ...answers })
    if (!hasOwnPage) standIn.origin = await keptPage.connect(Number(new URL(standIn.origin).port))
    const { page, problems, giveBack } = hasOwnPage
      ? { ...(await openPage(t, standIn.origin, { dark, locale })), giveBack: undefined }
      : await keptPage.lend(t, { dark })
    await run(t, {
      page,
      standIn,
      async open(route) {
        await page.goto(`${standIn.origin}${prefix}/${route}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
      },
    })
    t.deepEqual(problems, [])
    await giveBack?.()
  })
}
