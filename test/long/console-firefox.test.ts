/** The main story of the console in a stock Firefox. */
import test from 'ava'
import { buildConsoleHandler } from '../../src/console/index.ts'
import { whyNoPages } from '../_support/browser.ts'
import { openFirefoxPage, whyNoFirefox } from '../_support/firefox.ts'
import { bindingsOf, openServer, settings } from '../mqweb/_support/server.ts'

const missing = whyNoFirefox() ?? whyNoPages('console')
const title = 'log in, put and browse a message, run MQSC and log out in Firefox'

if (missing) test.skip(`${title} (skipped: ${missing})`, () => {})
else
  test(title, async (t) => {
    t.timeout(120_000)
    const server = await openServer(t, {
      xml: settings('', bindingsOf('com.ibm.mq.console')),
      commands: ['DEFINE QLOCAL(ORDERS)'],
      console: buildConsoleHandler,
    })
    const page = await openFirefoxPage(t)
    const link = (name: string) => page.click({ role: 'link', name })
    const button = (name: string) => page.click({ role: 'button', name })

    await page.goto(`https://127.0.0.1:${server.web.port}/ibmmq/console/`)
    await page.type({ role: 'textbox', name: 'User Name' }, 'mqadmin')
    await page.type({ selector: '#password' }, 'mqadmin')
    await button('Log in')
    await page.waitFor({ role: 'heading', name: 'Welcome, mqadmin' })

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
    await page.waitForText('Deutsch') // the fields of the menu are loaded when it opens
    await button('Log out')
    await page.waitForText('You are logged out.')
    t.pass()
  })
