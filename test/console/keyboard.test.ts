/** Every page and dialog of the console with the keyboard alone. */
import { findKeyboardFaults, startAtTop, tabThrough } from '../_support/keyboard.ts'
import { consoleTest } from './_support/console.ts'
import {
  type Control,
  consolePages,
  openDialogByKeyboard,
  pageCommands,
  waitForContent,
} from './_support/pages.ts'

/** The pages in parts, so that no test lasts long. */
const parts = [0, 1, 2, 3] as const

for (const part of parts) {
  consoleTest(
    `every page and dialog works with the keyboard alone, part ${part + 1} of ${parts.length}`,
    { commands: pageCommands, timeoutMs: 120_000 },
    async (t, { page, open, server }) => {
      await server.call('POST', '/ibmmq/console/api/v1/qmgr/QM1/queue/ORDERS/messages', {
        user: 'mqadmin:mqadmin',
        body: JSON.stringify({ text: 'an order' }),
      })
      const faults: string[] = []
      for (const { route, dialogs = [] } of consolePages.filter(
        (_, index) => index % parts.length === part,
      )) {
        await open(route)
        await waitForContent(page)
        faults.push(...(await findKeyboardFaults(page, 'main')).map((fault) => `${route}: ${fault}`))

        for (const controls of dialogs) {
          const where = `${route}: ${controls.map(([, name]) => name).join(', ')}`
          await openDialogByKeyboard(page, controls)
          faults.push(...(await findKeyboardFaults(page, 'dialog')).map((fault) => `${where}: ${fault}`))
          await page.keyboard.press('Escape')
          await page.getByRole('dialog').waitFor({ state: 'detached' })
          const [[role, name]] = controls as [Control]
          const opener = page.getByRole(role, { name, exact: true })
          await opener
            .and(page.locator(':focus'))
            .waitFor({ timeout: 3_000 })
            .catch(() => faults.push(`${where}: the focus did not return`))
        }
      }
      t.deepEqual(faults, [])
    },
  )
}

consoleTest(
  'the navigation and the user menu work with the keyboard alone',
  {},
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/overview')
    await waitForContent(page)
    await startAtTop(page)
    await page.keyboard.press('Tab')
    t.is(await page.evaluate('document.activeElement.textContent'), 'Skip to the content')
    await page.keyboard.press('Enter')
    t.is(await page.evaluate('document.activeElement.id'), 'main-content')
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
    t.is(await page.evaluate('document.documentElement.style.colorScheme'), 'dark')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  },
)
