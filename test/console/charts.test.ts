import { consoleTest } from './_support/console.ts'

consoleTest(
  'draws the last hour of a queue and of its queue manager',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    const every = 10_000
    const last = Math.floor(Date.now() / every)
    const hour = (lines: Record<string, (number | null)[]>) =>
      JSON.stringify({ everyMs: every, first: last - 2, last, ...lines })

    await page.route('**/queue/ORDERS/history*', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: hour({ depth: [0, null, 1200], puts: [0, 1.5, 120], gets: [0, 0, 0.25], age: [0, 0, 90] }),
      }),
    )
    await open('#/qmgr/QM1/queues/ORDERS/statistics')
    await page.getByRole('img', { name: 'Depth: Messages 1200' }).waitFor()
    await page.getByRole('img', { name: 'Messages per second: Put 120, Get 0.25' }).waitFor()
    await page.getByRole('img', { name: 'Age of the oldest message: Age 90 s' }).waitFor()
    const line = await page.locator('.chart__line--1').first().getAttribute('d')
    t.is(line?.match(/M/g)?.length, 2, 'a gap parts the line')

    const table = page.locator('figure').first()
    await table.getByRole('button', { name: 'Table' }).click()
    await table.getByRole('cell', { name: '1,200' }).waitFor()
    for (const [format, end] of [
      ['CSV', '.csv'],
      ['PNG', '.png'],
    ] as const) {
      const download = page.waitForEvent('download')
      await table.getByRole('button', { name: format }).click()
      t.true((await download).suggestedFilename().endsWith(end))
    }

    await page.getByRole('tab', { name: '10 min' }).click()
    await page.getByText('-7.5 min').first().waitFor()
    await page.unroute('**/queue/ORDERS/history*')
    await open('#/qmgr/QM1/overview')
    await page.getByRole('img', { name: /^Connections: Connections \d/ }).waitFor()
    await page.getByText('No queue holds messages.').waitFor()
  },
)
