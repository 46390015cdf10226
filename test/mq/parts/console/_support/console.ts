/**
 * The console in a real Chromium, before a server of its own. A test that uses it fails when the page logs an error,
 * breaks its policy, or asks anything of another origin.
 */
import test, { type ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { openPage, whyNoPages } from '../../../../_support/browser.ts'
import { keepPage, type LentPage } from '../../../../_support/kept-page.ts'
import { bindingsOf, openServer, settings, type TestServer } from '../../../web/_support/server.ts'

export interface Console {
  page: Page
  server: TestServer
  /** `https://127.0.0.1:port` */
  origin: string
  /** Opens the page of a route: `#/qmgr/QM1/queues`. Before the first call the browser shows an empty page. */
  open(route: string): Promise<void>
}

export interface ConsoleOptions {
  /** MQSC that is run before. */
  commands?: readonly string[]
  /** Who is logged in: `mqadmin` by default. With `undefined` nobody is, and the login page is open. */
  user?: 'mqadmin' | 'mqreader' | 'app' | 'nobody' | undefined
  /** More elements of `mqwebuser.xml`. */
  settings?: string
  dark?: boolean
  /** How long the test may last. */
  timeoutMs?: number
  /** The language of the browser; `en-US` if absent. */
  locale?: string
  /** Gives the test a page of its own, for tests that replace the clock or count what is loaded. */
  hasOwnPage?: boolean
  /** The time of the server; that of the machine if absent. */
  clock?: () => number
  /** What the browser may complain about, because the test provokes it. */
  provokes?: RegExp
}

const passwords = { mqadmin: 'mqadmin', mqreader: 'mqreader', app: 'passw0rd', nobody: 'nothing' }
const bindings = bindingsOf('com.ibm.mq.console')

const missing = whyNoPages('console')
const keptPage = keepPage({ scheme: 'https', restPath: '/ibmmq/console/assets/none' })

/** A test in the browser. Skipped, with the reason in its title, where there is no browser or no build. */
export function consoleTest(
  title: string,
  options: ConsoleOptions,
  run: (t: ExecutionContext, console: Console) => Promise<void>,
): void {
  if (missing) {
    test.skip(`${title} (skipped: ${missing})`, () => {})
    return
  }
  test.serial(title, async (t) => {
    t.timeout(options.timeoutMs ?? 55_000)
    const opened = await openConsole(t, options)
    await run(t, opened)
    t.deepEqual(
      opened.problems.filter((each) => !options.provokes?.test(each)),
      [],
    )
    await opened.giveBack?.()
  })
}

async function openConsole(
  t: ExecutionContext,
  options: ConsoleOptions,
): Promise<Console & Pick<LentPage, 'problems'> & { giveBack: LentPage['giveBack'] | undefined }> {
  const user = 'user' in options ? options.user : 'mqadmin'
  const server = await openServer(t, {
    xml: settings(options.settings, bindings),
    commands: options.commands ?? [],
    console: true,
    clock: options.clock,
  })
  const { page, origin, problems, giveBack } = await openPageOf(t, server.web.port, options)
  if (user === undefined) await page.goto(`${origin}/ibmmq/console/`)
  else await page.context().addCookies([{ ...(await logIn(server, user)), url: origin }])
  return {
    page,
    server,
    origin,
    problems,
    giveBack,
    async open(route) {
      await page.goto(`${origin}/ibmmq/console/${route}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  }
}

/** Opens a page for a server: the kept one, unless the test needs its own. */
async function openPageOf(t: ExecutionContext, port: number, options: ConsoleOptions) {
  const { dark = false, locale = 'en-US', hasOwnPage = locale !== 'en-US' } = options
  if (hasOwnPage) {
    const origin = `https://127.0.0.1:${port}`
    return { origin, giveBack: undefined, ...(await openPage(t, origin, { dark, locale })) }
  }
  const origin = await keptPage.connect(port)
  return { origin, ...(await keptPage.lend(t, { dark })) }
}

/** Returns the cookie of a new session. The login page and the first page take longer than most tests. */
async function logIn(server: TestServer, username: keyof typeof passwords): Promise<{ name: string; value: string }> {
  const { status, headers } = await server.call('POST', '/ibmmq/console/api/v1/login', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: passwords[username] }),
  })
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(String(headers['set-cookie'])) ?? []
  if (name === undefined || value === undefined) throw new Error(`${username} cannot log in: ${status}`)
  return { name, value }
}
