import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  '5,000 queues have pages, of which the one that was left comes back; a search covers all of them',
  { timeoutMs: 300_000 }, // it defines 5,000 queues
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'setup', groups: [], privileged: true })
    const names = Array.from({ length: 5_000 }, (_, number) => `BULK.${String(number).padStart(4, '0')}`)
    await Promise.all(names.map((name) => connection?.command(`DEFINE QLOCAL(${name})`)))

    await open('#/qmgr/QM1/queues')
    await page.getByText('5,000 queues').waitFor()
    const table = page.getByRole('table', { name: 'queues' })
    await page.getByText('1 to 50 of 5,000').waitFor()
    t.is(await table.getByRole('link').count(), 50)

    const search = page.getByRole('searchbox', { name: 'Search queues' })
    await search.fill('BULK.499*')
    await page.getByText('10 of 5,000 queues').waitFor()
    t.is(await table.getByRole('link').count(), 10)
    t.regex(page.url(), /queues\?search=BULK\.499\*/)

    await table.getByRole('button', { name: 'Name' }).click()
    await table.getByRole('link', { name: 'BULK.4993' }).click()
    await page.getByRole('heading', { name: 'BULK.4993' }).waitFor()
    await page.goBack()
    await page.getByText('10 of 5,000 queues').waitFor()
    t.is(await search.inputValue(), 'BULK.499*')
    t.is((await table.getByRole('link').allTextContents())[0], 'BULK.4999')

    await page.getByRole('button', { name: 'Clear search input' }).click()
    await page.getByText('5,000 queues', { exact: true }).waitFor()
    await page.getByRole('spinbutton', { name: 'Page' }).fill('61')
    await page.keyboard.press('Enter')
    await page.getByText('3,001 to 3,050 of 5,000').waitFor()
    t.regex(page.url(), /page=61/)
    const region = page.getByRole('region', { name: 'queues' })
    const link = table.getByRole('link', { name: 'BULK.1975' })
    await link.scrollIntoViewIfNeeded()
    const place = await region.evaluate((element) => element.scrollTop)
    t.true(place > 0)
    await link.click()
    await page.getByRole('heading', { name: 'BULK.1975' }).waitFor()
    await page.goBack()
    await page.getByText('3,001 to 3,050 of 5,000').waitFor()
    await shows(t, () => region.evaluate((element) => element.scrollTop), place)
  },
)

consoleTest(
  'all rows of all pages are selected with one button, and the tools do not move the list',
  { commands: Array.from({ length: 60 }, (_, number) => `DEFINE QLOCAL(BULK.${number + 10})`) },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues')
    const first = page.getByRole('link', { name: 'BULK.10' })
    const before = await first.boundingBox()
    await page.getByLabel('Select all of this page').check({ force: true })
    await page.getByText('50 items selected').waitFor()
    await page.getByRole('button', { name: 'Select all 60' }).click()
    await page.getByText('All 60 selected').waitFor()
    t.deepEqual(await first.boundingBox(), before)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There are no queues yet.').waitFor()
  },
)
