import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'a user sees the queues that the user may use, and is offered nothing else',
  {
    user: 'app',
    commands: [
      'DEFINE QLOCAL(DEV.A)',
      'DEFINE QLOCAL(DEV.B)',
      'DEFINE QLOCAL(SECRET)',
      `SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)`,
      `SET AUTHREC PROFILE('DEV.**') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)`,
      `SET AUTHREC PROFILE('DEV.B') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,DSP,BROWSE)`,
    ],
  },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues')
    const table = page.getByRole('table', { name: 'queues' })
    await table.getByRole('link', { name: 'DEV.A' }).waitFor()
    await shows(t, () => table.getByRole('link').allTextContents(), ['DEV.A', 'DEV.B'])
    t.is(await page.getByRole('button', { name: 'Create', exact: true }).count(), 0)

    await table.getByRole('button', { name: 'Actions for DEV.A' }).click()
    await shows(t, () => page.getByRole('menuitem').allTextContents(), ['View messages', 'Put message'])
    await page.getByRole('menuitem', { name: 'Put message' }).click()
    await page.getByRole('dialog').getByLabel('Text').fill('hello')
    await page.getByRole('dialog').getByRole('button', { name: 'Put', exact: true }).click()
    await page.getByText('Message put').waitFor()

    await table.getByRole('link', { name: 'DEV.A' }).click()
    await page.getByText('You may put messages on this queue, but not browse them.').waitFor()
    await shows(t, () => page.getByRole('tab').allTextContents(), ['Messages'])
    t.is(await page.getByRole('button', { name: 'Delete' }).count(), 0)

    await open('#/qmgr/QM1/queues/DEV.B')
    await page.getByText('There are no messages.').waitFor()
    await page.getByRole('tab', { name: 'Properties' }).click()
    await page.getByText('MAXDEPTH').waitFor()
    t.is(await page.getByRole('button', { name: 'Edit' }).count(), 0)

    await open('#/qmgr/QM1/topics')
    await page.getByText('There are no topics that you may use.').waitFor()
  },
)

consoleTest(
  'a stopped queue manager offers its start, an unknown one has no navigation',
  {},
  async (t, { page, open, server }) => {
    await server.installation.find('QM1')?.end('immediate')
    await open('#/qmgr/QM1/queues')
    await page.getByText('QM1 is not running.').waitFor()
    await page.getByRole('button', { name: 'Start: QM1' }).click()
    await page.getByText('There are no queues yet.').waitFor()
    t.true((await page.getByRole('link', { name: 'Topics' }).count()) === 1)

    await open('#/qmgr/QM9/queues')
    await page.getByText('There is no queue manager QM9 on this server.').waitFor()
    t.is(await page.getByRole('link', { name: 'Topics' }).count(), 0)
  },
)
