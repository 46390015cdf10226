import { readLayoutShift } from '../../../_support/layout-shift.ts'
import { consoleTest } from './_support/console.ts'
import { waitForContent } from './_support/pages.ts'

consoleTest(
  'home and overview do not move at 390 px while they load',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.route('**/QM1/history*', async (route) => {
      await page.getByText(/^Started /).waitFor() // the other resources of the page come first
      await route.continue()
    })
    for (const route of ['#/home', '#/qmgr/QM1/overview']) {
      await page.goto('about:blank')
      await open(route)
      await waitForContent(page)
      await page.locator('.chart__picture, .sparkline').first().waitFor()
      await page.waitForLoadState('networkidle')
      const shift = await readLayoutShift(page)
      t.true(shift < 0.05, `${route}: ${shift}`)
    }
  },
)

const queues = Array.from(
  { length: 2100 },
  (_, index) => `DEFINE QLOCAL(APP.${index}) DESCR('A queue with a description')`,
)

consoleTest(
  'a list of 2,100 queues does not move while its first rows and then all of them come',
  { commands: queues, timeoutMs: 120_000 },
  async (t, { page, open }) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('about:blank')
      await open('#/qmgr/QM1/queues')
      await page.getByText(/^2,100 queues$/).waitFor()
      await page.waitForLoadState('networkidle')
      const shift = await readLayoutShift(page)
      t.true(shift < 0.05, `${width}: ${shift}`)
    }
  },
)
