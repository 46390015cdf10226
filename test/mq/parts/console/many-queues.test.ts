import { consoleTest } from './_support/console.ts'

consoleTest(
  'renders the rows in view of 5,000 queues, and searches all of them',
  {},
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'setup', groups: [], privileged: true })
    const names = Array.from({ length: 5_000 }, (_, number) => `BULK.${String(number).padStart(4, '0')}`)
    await Promise.all(names.map((name) => connection?.command(`DEFINE QLOCAL(${name})`)))

    await open('#/qmgr/QM1/queues')
    await page.getByText('5,000 queues').waitFor()
    const table = page.getByRole('table', { name: 'queues' })
    await table.and(page.locator('[aria-rowcount="5001"]')).waitFor()
    t.true((await table.getByRole('row').count()) < 100)

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
    await page.getByRole('region', { name: 'queues' }).evaluate((region) => region.scrollTo(0, 60_000))
    const rendered = table.getByRole('link', { name: /^BULK\.3/ })
    const name = (await rendered.first().textContent()) ?? ''
    const link = table.getByRole('link', { name })
    // A click that scrolls may meet the row while the table renders those in view again.
    await link.scrollIntoViewIfNeeded()
    await link.click()
    await page.getByRole('heading', { name }).waitFor()
    await page.goBack()
    await link.waitFor()
  },
)
