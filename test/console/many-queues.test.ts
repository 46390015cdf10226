import { consoleTest } from './_support/console.ts'

consoleTest(
  'lists 5,000 queues a page at a time, and searches all of them',
  {},
  async (t, { page, open, server }) => {
    const connection = server.installation
      .find('QM1')
      ?.connect({ name: 'setup', groups: [], privileged: true })
    const names = Array.from({ length: 5_000 }, (_, number) => `BULK.${String(number).padStart(4, '0')}`)
    await Promise.all(names.map((name) => connection?.command(`DEFINE QLOCAL(${name})`)))

    await open('#/qmgr/QM1/queues')
    await page.getByText(/^1–25 of 5,?000 items$/).waitFor()
    const rows = page.getByRole('table', { name: 'queues' }).getByRole('row')
    t.is(await rows.count(), 26)

    const search = page.getByRole('searchbox', { name: 'Search queues' })
    await search.pressSequentially('bulk.499')
    await page.getByText('1–10 of 10 items').waitFor()
    t.is(await rows.count(), 11)

    await search.fill('')
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('link', { name: 'BULK.0025' }).waitFor()
  },
)
