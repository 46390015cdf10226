import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'deletes several queues at once, and tells of those that hold messages',
  { commands: ['DEFINE QLOCAL(A)', 'DEFINE QLOCAL(B)', 'DEFINE QALIAS(C) TARGET(A)', 'DEFINE QLOCAL(D)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    await connection?.put({ queue: 'B' }, { body: Buffer.from('x'), format: 'MQSTR' })
    await connection?.close()

    await open('#/qmgr/QM1/queues')
    await page.getByRole('link', { name: 'D', exact: true }).waitFor()
    for (const name of ['A', 'B', 'C']) await page.getByLabel(`Select ${name}`, { exact: true }).check({ force: true })
    await page.getByText('3 items selected').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()

    const question = page.getByRole('dialog')
    await question.getByText('A, B, C').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await question.getByText(/B: AMQ8143E/).waitFor()
    await question.getByText('Delete queues that hold messages').click()
    await page.getByText('1 item selected').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    const names = () => page.getByRole('table', { name: 'queues' }).getByRole('link').allTextContents()
    await shows(t, names, ['B', 'D'])

    await page.getByRole('button', { name: 'Delete' }).click()
    await question.getByText('Delete queues that hold messages').click()
    await question.getByRole('button', { name: 'Delete' }).click()
    const b = page.getByRole('table', { name: 'queues' }).getByRole('link', { name: 'B', exact: true })
    await b.waitFor({ state: 'detached' })
    await shows(t, names, ['D'])
  },
)

consoleTest(
  'starts and stops several listeners, those that it applies to',
  { commands: ['A', 'B'].map((name) => `DEFINE LISTENER(${name}) TRPTYPE(TCP) IPADDR('127.0.0.1') PORT(0)`) },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/listeners')
    await page.getByLabel('Select A', { exact: true }).waitFor({ state: 'attached' })
    await page.getByLabel('Select all of this page').check({ force: true })
    await page.getByText('All 2 selected').waitFor()
    t.is(await page.getByRole('button', { name: 'Stop', exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await shows(t, () => page.getByLabel('Select A', { exact: true }).isChecked(), false)
  },
)

consoleTest('whoever may not change anything ticks nothing', { user: 'mqreader' }, async (t, { page, open }) => {
  await open('#/qmgr/QM1/listeners')
  await page.getByRole('table', { name: 'listeners' }).waitFor()
  t.is(await page.getByLabel('Select all of this page').count(), 0)
})

consoleTest(
  'a form begins with what the default object says now',
  { commands: ["ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) MAXDEPTH(77) DESCR('of this house')"] },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues')
    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Default: 77\./).waitFor()
    t.is(await dialog.getByLabel(/Maximum depth/).getAttribute('placeholder'), '77')
    t.is(await dialog.getByLabel(/Description/).getAttribute('placeholder'), 'of this house')
  },
)
