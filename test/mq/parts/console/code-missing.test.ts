/** Code that cannot be loaded, as after an upgrade or while the network is away, takes its own part away and no other. */
import { consoleTest } from './_support/console.ts'

/** The pieces of code, the page that loads them, and a text that is there without and with them. */
const pieces: readonly [piece: string, page: string, stays: string, comes: string][] = [
  ['statistics-panel', '#/qmgr/QM1/queues/ORDERS/statistics', 'ORDERS', 'Messages per second'],
]

for (const [piece, view, stays, comes] of pieces)
  consoleTest(
    `${piece} that did not load leaves the rest of the page, and comes with Try again`,
    { commands: ['DEFINE QLOCAL(ORDERS)'], hasOwnPage: true, provokes: /net::ERR_FAILED|imported module/ },
    async (t, { page, open }) => {
      const isPiece = (url: URL) => url.pathname.includes(`/${piece}-`) && url.pathname.endsWith('.js')
      await page.route(isPiece, (route) => route.abort())
      await open(view)
      const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
      await notice.waitFor()
      await page.getByText(stays, { exact: true }).first().waitFor()
      t.is(await page.getByText(comes).count(), 0)

      await page.unroute(isPiece)
      await notice.getByRole('button', { name: 'Try again' }).click()
      await page.getByText(comes).first().waitFor()
      await notice.waitFor({ state: 'detached' })
    },
  )
