/** The console and the portal in a stock Firefox and in WebKit, the engine of Safari: the main story, then every page. */
import test, { type ExecutionContext } from 'ava'
import { whyNoPages } from '../_support/browser.ts'
import type { BrowserPage } from '../_support/browsers/browser-page.ts'
import { openFirefoxPage, whyNoFirefox } from '../_support/browsers/firefox.ts'
import { openWebKitPage, whyNoWebKit } from '../_support/browsers/webkit.ts'
import { eventually } from '../_support/eventually.ts'
import { answersWith } from '../gateway/parts/portal/pages/_support/catalogue.ts'
import { portalRoutes } from '../gateway/parts/portal/pages/_support/routes.ts'
import { openStandIn, prefix } from '../gateway/parts/portal/pages/_support/stand-in.ts'
import { consolePages, pageCommands } from '../mq/parts/console/_support/pages.ts'
import { bindingsOf, openServer, settings } from '../mq/web/_support/server.ts'

const browsers = [
  { name: 'Firefox', missing: whyNoFirefox(), open: openFirefoxPage },
  { name: 'WebKit', missing: whyNoWebKit(), open: openWebKitPage },
]

/** The widths of pages in CSS pixels. The windows of WebKit are at least 450 wide. */
const widths = [1440, 390]

for (const { name, missing, open } of browsers) {
  browserTest(`log in, put and browse a message, run MQSC and log out in ${name}`, async (t) => {
    const page = await openWide(t)
    const link = (text: string) => page.click({ role: 'link', name: text })
    const button = (text: string) => page.click({ role: 'button', name: text })

    await logIn(page, await openConsole(t, ['DEFINE QLOCAL(ORDERS)']))
    await link('QM1')
    await link('Queues')
    await link('ORDERS')
    await page.waitForText('There are no messages.')
    await button('Create message')
    await page.type({ role: 'textbox', name: 'Text' }, 'an order')
    await button('Put')
    await button('an order')
    await page.waitForText('Backout count')
    await button('Close')

    await link('MQSC')
    await page.waitFor({ role: 'heading', name: 'MQSC' })
    await page.type({ selector: '[aria-label="MQSC command"]' }, 'DISPLAY QLOCAL(ORDERS) CURDEPTH')
    await page.press('Enter')
    await page.waitForText('CURDEPTH(1)')

    await button('User and appearance')
    await page.waitForText('As the system') // the fields of the menu are loaded when it opens
    await button('Log out')
    await page.waitForText('You are logged out.')
    t.pass()
  })

  browserTest(`every page of the console shows itself in ${name} without an error, and fits`, async (t) => {
    const page = await openWide(t)
    await logIn(page, await openConsole(t, pageCommands))
    t.deepEqual(
      await findFaults(
        page,
        consolePages.map(({ route }) => route),
      ),
      [],
    )
  })

  browserTest(`every page of the portal shows itself in ${name} without an error, and fits`, async (t) => {
    const page = await openWide(t)
    const { origin } = await openStandIn(t, answersWith())
    await page.goto(`${origin}${prefix}/`)
    await page.waitForText('Products')
    t.deepEqual(await findFaults(page, portalRoutes), [])
  })

  async function openWide(t: ExecutionContext): Promise<BrowserPage> {
    const page = await open(t)
    await page.resize(1440)
    return page
  }

  function browserTest(title: string, run: (t: ExecutionContext) => Promise<void>): void {
    const lacking = missing ?? whyNoPages('console') ?? whyNoPages('portal')
    if (lacking) test.skip(`${title} (skipped: ${lacking})`, () => {})
    else
      test.serial(title, async (t) => {
        t.timeout(240_000)
        await run(t)
      })
  }
}

async function openConsole(t: ExecutionContext, commands: readonly string[]): Promise<string> {
  const xml = settings('', bindingsOf('com.ibm.mq.console'))
  const server = await openServer(t, { xml, commands, console: true })
  return `https://127.0.0.1:${server.web.port}/ibmmq/console/`
}

async function logIn(page: BrowserPage, url: string): Promise<void> {
  await page.goto(url)
  await page.type({ role: 'textbox', name: 'User Name' }, 'mqadmin')
  await page.type({ selector: '#password' }, 'mqadmin')
  await page.click({ role: 'button', name: 'Log in' })
  await page.waitFor({ role: 'heading', name: 'Welcome, mqadmin' })
}

/** Returns what is wrong with the pages of routes: no heading, an error of a script, wider than the window. */
async function findFaults(page: BrowserPage, routes: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(`(window.faults = [], addEventListener('error', ({ message }) => faults.push(message)),
    addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason))))`)
  for (const width of widths) {
    await page.resize(width)
    for (const route of routes) {
      const found = await eventually(() => look(page, route))
      faults.push(...(found ?? ['has no content']).map((fault) => `${route} at ${width}: ${fault}`))
    }
  }
  return faults
}

/** Opens a route and returns its faults; undefined while the page waits for its content. */
async function look(page: BrowserPage, route: string): Promise<string[] | undefined> {
  const found = await page.evaluate(`(async () => {
    if (location.hash !== ${JSON.stringify(route)}) { location.hash = ${JSON.stringify(route)}; return null }
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
    if (document.querySelector('.waiting') || !document.querySelector('h1')) return null
    const tooWide = document.documentElement.scrollWidth - innerWidth
    return [...faults.splice(0), ...(tooWide > 0 ? ['is ' + tooWide + ' px too wide'] : [])]
  })()`)
  return (found as string[] | null) ?? undefined
}
