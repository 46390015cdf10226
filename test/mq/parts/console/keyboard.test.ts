/** The console with the keyboard alone. `test/long/console-keyboard.test.ts` visits every page and dialog. */
import { startAtTop, tabThrough } from '../../../_support/keyboard.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { shows } from '../../../_support/shows.ts'
import { checkKeyboard } from './_support/check-keyboard.ts'
import { consoleTest } from './_support/console.ts'
import { pageCommands, representativePages, waitForContent } from './_support/pages.ts'

const withDialogs = representativePages.filter(({ dialogs }) => dialogs !== undefined)

for (const { route } of withDialogs) {
  consoleTest(
    `the page ${route} and its dialogs work with the keyboard alone`,
    { commands: pageCommands },
    async (t, { page, open, server }) => {
      await requireSuccess(
        server.call('POST', '/ibmmq/console/api/v1/qmgr/QM1/queue/ORDERS/messages', {
          user: 'mqadmin:mqadmin',
          body: JSON.stringify({ text: 'an order' }),
        }),
      )
      const pages = withDialogs.filter((each) => each.route === route)
      t.deepEqual(await checkKeyboard(page, open, pages), [])
    },
  )
}

consoleTest('the navigation and the user menu work with the keyboard alone', {}, async (t, { page, open }) => {
  await open('#/qmgr/QM1/overview')
  await waitForContent(page)
  await startAtTop(page)
  await page.keyboard.press('Tab')
  await shows(t, () => page.evaluate('document.activeElement.textContent'), 'Skip to the content')
  await page.keyboard.press('Enter')
  await shows(t, () => page.evaluate('document.activeElement.id'), 'main-content')
  t.regex(page.url(), /#\/qmgr\/QM1\/overview$/)

  await startAtTop(page)
  await tabThrough(page, 'nav a[href="#/qmgr/QM1/queues"]')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()

  await tabThrough(page, '[aria-label="User and appearance"]')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'User and appearance' })
  await panel.getByRole('radio', { name: 'Dark' }).waitFor()
  await tabThrough(page, '[name="theme"]:checked')
  await page.keyboard.press('ArrowUp')
  await shows(t, () => page.evaluate('document.documentElement.style.colorScheme'), 'dark')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})
