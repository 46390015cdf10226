import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

const rows = { name: 'queues' }

consoleTest(
  'the rows of a list follow what is typed after a short pause, and another page has no search of it',
  { hasOwnPage: true, commands: ['DEFINE QLOCAL(ORDERS)', 'DEFINE QLOCAL(BILLS)'] },
  async (t, { page, open }) => {
    await page.clock.install()
    await open('#/qmgr/QM1/queues')
    await page.getByRole('link', { name: 'BILLS' }).waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    const search = page.getByRole('searchbox', { name: 'Search queues' })
    await search.fill('ORD')
    await search.fill('ORDER')
    t.is(await page.getByRole('link', { name: 'BILLS' }).count(), 1)
    await page.clock.runFor(100)
    await page.getByRole('link', { name: 'BILLS' }).waitFor({ state: 'detached' })
    t.is(await search.inputValue(), 'ORDER')
    t.regex(page.url(), /queues\?search=ORDER$/)

    await search.fill('BILL')
    await page.evaluate("location.hash = '#/qmgr'")
    await page.getByRole('heading', { level: 1, name: 'Queue managers' }).waitFor()
    await page.clock.runFor(100)
    t.regex(page.url(), /#\/qmgr$/)
  },
)

consoleTest(
  'lists queues: searched, filtered, sorted, with chosen columns',
  {
    commands: [
      "DEFINE QLOCAL(ORDERS) DESCR('what was ordered')",
      'DEFINE QLOCAL(PAYMENTS) MAXDEPTH(10)',
      'DEFINE QALIAS(INBOX) TARGET(ORDERS)',
    ],
  },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues')
    const names = () => page.getByRole('table', rows).getByRole('link').allTextContents()
    await page.getByRole('link', { name: 'ORDERS' }).waitFor()
    await shows(t, names, ['INBOX', 'ORDERS', 'PAYMENTS'])

    await page.getByRole('searchbox', { name: 'Search queues' }).fill('ordered')
    await page.getByText('1 of 3 queues').waitFor()
    await shows(t, names, ['ORDERS'])
    await page.getByRole('searchbox', { name: 'Search queues' }).fill('')

    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await shows(t, names, ['PAYMENTS', 'ORDERS', 'INBOX'])

    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByLabel('Type', { exact: true }).selectOption('Alias')
    await shows(t, names, ['INBOX'])
    await page.getByText('Show system objects').click()
    await shows(t, names, ['SYSTEM.DEFAULT.ALIAS.QUEUE', 'INBOX'])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByText('Alias of').click()
    await page.getByRole('cell', { name: 'ORDERS', exact: true }).first().waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Alias of' }).waitFor()
  },
)

consoleTest('makes a queue, alters it, deletes it with what it holds', {}, async (t, { page, open, server }) => {
  await open('#/qmgr/QM1/queues')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name - required/).fill('not a name')
  await dialog.getByText('Only letters, digits and . / _ % can be in a name.').waitFor()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.locator('#object-name:focus').waitFor()

  await dialog.getByLabel(/^Name - required/).fill('ORDERS')
  await dialog.getByLabel(/Maximum depth/).fill('5000000000')
  await dialog.getByText('It takes an integer from 0 to 999999999.').waitFor()
  await dialog.getByLabel(/Maximum depth/).fill('7')
  await dialog.getByRole('button', { name: 'Create' }).click()

  await page.getByRole('link', { name: 'ORDERS' }).click()
  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByText('default: 5,000').waitFor()
  await page.getByText('Explain each property').click()
  await page.getByText('The maximum number of messages on the queue. Takes an integer from 0 to 999999999.').waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel(/Description/).fill('<b>what</b> was ordered')
  await page.getByLabel(/Put messages/).selectOption('DISABLED')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('<b>what</b> was ordered').waitFor()
  t.deepEqual(await attributes(server, 'ORDERS'), { maxdepth: 7, descr: '<b>what</b> was ordered', put: 'DISABLED' })

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel(/Put messages/).selectOption('ENABLED')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Messages' }).click()
  await page.getByRole('button', { name: 'Create message' }).click()
  await page.getByRole('dialog').getByLabel('Text').fill('one')
  await page.getByRole('dialog').getByRole('button', { name: 'Put' }).click()
  await page.getByRole('button', { name: 'one', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('It holds 1 message.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.getByText('The queue can be deleted only together with its messages.').waitFor()
  await question.getByText('It holds 1 message.').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('There are no queues yet.').or(page.getByText('Nothing matches.')).waitFor()
  t.is(await attributes(server, 'ORDERS'), undefined)
})

/** What the queue manager says, asked past the console. */
async function attributes(server: Parameters<Parameters<typeof consoleTest>[2]>[1]['server'], name: string) {
  const { json } = await server.call('POST', '/ibmmq/console/api/v1/qmgr/QM1/mqsc', {
    user: 'mqadmin:mqadmin',
    body: JSON.stringify({
      type: 'runCommandJSON',
      command: 'display',
      qualifier: 'qlocal',
      name,
      responseParameters: ['maxdepth', 'descr', 'put'],
    }),
  })
  const { queue: _, type: __, ...rest } = json.commandResponse[0].parameters ?? {}
  return json.overallCompletionCode === 0 ? rest : undefined
}

consoleTest('a queue named .. opens, and messages are put on it', {}, async (t, { page, open }) => {
  await open('#/qmgr/QM1/mqsc')
  await page.getByLabel('MQSC command').fill("DEFINE QLOCAL('..')")
  await page.keyboard.press('Enter')
  await page.getByText(/AMQ8006I/).waitFor()
  await open('#/qmgr/QM1/queues')
  await page.getByRole('link', { name: '..', exact: true }).click()
  await page.getByText('There are no messages.').waitFor()
  await page.getByRole('button', { name: 'Create message' }).click()
  await page.getByRole('dialog').getByLabel('Text').fill('an order')
  await page.getByRole('dialog').getByRole('button', { name: 'Put' }).click()
  await page.getByRole('button', { name: 'an order' }).click()
  await page.getByText('Backout count').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await page.getByText('Messages per second').first().waitFor()
  t.pass()
})

consoleTest(
  'a queue is created with its backout queue and the rights of an application in one dialog',
  {},
  async (t, { page, open, server }) => {
    await open('#/qmgr/QM1/queues')
    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name - required/).fill('ORDERS')
    await dialog.getByText('Create the backout queue ORDERS.BACKOUT as well').click()
    await dialog.getByLabel('User of an application that uses it').fill('app')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'ORDERS.BACKOUT' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    const shown = await connection?.command('DISPLAY QLOCAL(ORDERS) BOQNAME BOTHRESH')
    t.regex(JSON.stringify(shown), /ORDERS\.BACKOUT/)
    const records = await connection?.command("DISPLAY AUTHREC PROFILE(ORDERS) OBJTYPE(QUEUE) PRINCIPAL('app')")
    t.regex(JSON.stringify(records), /GET.*PUT|PUT.*GET/)
    await connection?.close()
  },
)

consoleTest(
  'the page of a queue begins with its state, its readers with an end, and the cure of what stands still',
  { commands: ['DEFINE QLOCAL(ORDERS) MAXDEPTH(2) BOQNAME(GONE) GET(DISABLED)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    for (const text of ['one', 'two'])
      await connection?.put({ queue: 'ORDERS' }, { body: Buffer.from(text), format: 'MQSTR' })
    await open('#/qmgr/QM1/queues/ORDERS')
    const state = page.getByRole('region', { name: 'State' })
    await state.getByText('The queue is full').waitFor()
    await state.getByRole('button', { name: 'Allow gets' }).click()
    await state.getByText('Get inhibited').waitFor({ state: 'detached' })
    await state.getByRole('button', { name: 'Create it' }).click()
    await state.getByText('The backout queue does not exist').waitFor({ state: 'detached' })
    await state.getByRole('button', { name: 'Double the maximum depth' }).click()
    await state.getByText('of 4').waitFor()

    connection?.open('ORDERS', { mode: 'input', sharing: 'shared' })
    await state.getByRole('button', { name: 'Readers' }).click()
    await state.getByRole('button', { name: 'End x' }).click()
    await page.getByRole('dialog', { name: 'End x' }).getByRole('button', { name: 'End', exact: true }).click()
    await state.getByText('No application has the queue open.').waitFor()
    t.pass()
  },
)
