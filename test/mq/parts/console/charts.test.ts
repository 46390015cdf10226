import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

/** Returns the samples between the ends of the first chart, by the CSV of the chart. */
async function countSamples(page: Page): Promise<number> {
  const download = page.waitForEvent('download')
  await page.locator('figure').first().getByRole('button', { name: 'CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  return lines.length - 1
}

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
    const download = page.waitForEvent('download')
    await table.getByRole('button', { name: 'CSV' }).click()
    t.true((await download).suggestedFilename().endsWith('.csv'))

    await page.getByLabel('How far back').selectOption('Last 10 minutes')
    await shows(t, () => countSamples(page), 60)
    await page.unroute('**/queue/ORDERS/history*')
    await open('#/qmgr/QM1/overview')
    await page.getByRole('img', { name: /^Connections: Connections \d/ }).waitFor()
    await page.getByText('No queue holds messages.').waitFor()
  },
)

consoleTest(
  'a drag over a chart zooms in, and keys, a button and a double click zoom out',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    const steps = new Map([
      ['10s', 10_000],
      ['1m', 60_000],
      ['30m', 1_800_000],
    ])
    const asked: string[] = []
    await page.route('**/queue/ORDERS/history*', (route) => {
      const step = new URL(route.request().url()).searchParams.get('step') ?? ''
      asked.push(step)
      const everyMs = steps.get(step) ?? 1
      const last = Math.floor(Date.now() / everyMs)
      const line = Array.from({ length: 300 }, (_, index) => index)
      const body = { everyMs, first: last - 299, last, depth: line, puts: line, gets: line, age: line }
      return route.fulfill({ contentType: 'application/json', body: JSON.stringify(body) })
    })
    await open('#/qmgr/QM1/queues/ORDERS/statistics')
    const range = page.getByLabel('How far back')
    await range.selectOption('Last 24 hours')
    await shows(t, () => countSamples(page), 1440)
    t.true(asked.includes('1m'))

    const picture = page.locator('.chart__picture').first()
    const box = await picture.boundingBox()
    if (!box) throw new Error('the chart has no place')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.5, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, y, { steps: 4 })
    await page.locator('.chart__selection').waitFor()
    await page.mouse.up()
    const zoomOut = page.getByRole('button', { name: 'Zoom out' })
    await zoomOut.waitFor()
    const zoomed = await countSamples(page)
    t.true(zoomed > 100 && zoomed < 220, `${zoomed} samples`)

    await zoomOut.click()
    await shows(t, () => countSamples(page), 1440)
    const frame = page.getByRole('group', { name: /^Values of Depth/ })
    await frame.focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.chart__pointer').waitFor({ state: 'attached' })
    await page.keyboard.press('+')
    await zoomOut.waitFor()
    t.true((await countSamples(page)) < 1440)
    await frame.focus()
    await page.keyboard.press('-')
    await zoomOut.waitFor({ state: 'detached' })
    await frame.focus()
    await page.keyboard.press('+')
    await zoomOut.waitFor()
    await picture.dblclick()
    await zoomOut.waitFor({ state: 'detached' })
  },
)
