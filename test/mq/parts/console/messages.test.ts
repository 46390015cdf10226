import { readFile } from 'node:fs/promises'
import { requireSuccess } from '../../../_support/require-success.ts'
import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

const commands = ['DEFINE QLOCAL(ORDERS)']
const messages = '/ibmmq/console/api/v1/qmgr/QM1/queue/ORDERS/messages'

consoleTest('puts a message with its properties and shows it whole', { commands }, async (t, { page, open }) => {
  await open('#/qmgr/QM1/queues/ORDERS')
  await page.getByRole('button', { name: 'Create message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Text').fill('{"item":"tea","pieces":[1,2]}')
  await dialog.getByLabel('Persistence').selectOption('Persistent')
  await dialog.getByLabel('Priority').selectOption('7')
  await dialog.getByLabel('Expiry in seconds').fill('soon')
  await dialog.getByRole('button', { name: 'Put' }).click()
  await page.locator('#message-expiry:focus').waitFor()
  await dialog.getByLabel('Expiry in seconds').fill('600')
  await dialog.getByLabel('Reply to').fill('ANSWERS@QM2')
  await dialog.getByRole('button', { name: 'Add property' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('color')
  await dialog.getByLabel('Value', { exact: true }).fill('green; "deep"')
  await dialog.getByRole('button', { name: 'Put' }).click()

  await page.getByRole('button', { name: '{"item":"tea"' }).click()
  const message = page.getByRole('dialog')
  const body = message.getByRole('region', { name: /^Body as/ })
  await shows(t, () => body.textContent(), '{\n  "item": "tea",\n  "pieces": [\n    1,\n    2\n  ]\n}')
  await message.getByRole('tab', { name: 'Hex' }).click()
  await shows(t, async () => (await body.textContent())?.startsWith('00000000  7b 22 69 74 65 6d'), true)
  await message.getByRole('tab', { name: 'XML' }).click()
  await message.getByText('The body is not XML.').waitFor()

  const facts = (await message.textContent()) ?? ''
  for (const fact of ['Persistencepersistent', 'Priority7', 'Reply toANSWERS@QM2', 'color (string)green; "deep"']) {
    t.true(facts.includes(fact), `${fact} in ${facts}`)
  }
})

consoleTest(
  'sorts messages by a column, shows the total, and goes to a message by its position, time or correlation id',
  { commands },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    const wanted = Buffer.alloc(24, 7)
    for (let number = 1; number <= 60; number++) {
      const body = Buffer.from(`message ${number}${'!'.repeat(number % 7)}`)
      const correlationId = number === 40 ? wanted : Buffer.alloc(24)
      await connection?.put({ queue: 'ORDERS' }, { body, format: 'MQSTR', correlationId })
    }
    await connection?.close()
    await open('#/qmgr/QM1/queues/ORDERS')
    await page.getByText('1 to 25 of 60').waitFor()

    const dialog = page.getByRole('dialog')
    async function jump(kind: string, text: string): Promise<void> {
      await page.getByRole('button', { name: 'Go to' }).click()
      await dialog.getByText(kind, { exact: true }).first().click()
      await page.locator('#jump-target').fill(text)
      await dialog.getByRole('button', { name: 'Go to' }).click()
    }
    await jump('Position', '0')
    await dialog.getByText('Positions are whole numbers from 1 on.').waitFor()
    await page.locator('#jump-target').fill('51')
    await dialog.getByRole('button', { name: 'Go to' }).click()
    await page.getByText('51 to 60 of 60').waitFor()
    await jump('Correlation id', wanted.toString('hex'))
    await page.getByText('26 to 50 of 60').waitFor()
    await jump('Time of the put', '2000-01-01T00:00')
    await page.getByText('1 to 25 of 60').waitFor()
    await jump('Time of the put', '2999-01-01T00:00')
    await dialog.getByText('No message that the page can show is such one.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    const firstMessage = page.getByRole('button', { name: /^message \d/ }).first()
    await page.getByRole('button', { name: 'Size' }).click()
    await page.getByRole('button', { name: 'message 7', exact: true }).waitFor()
    t.is(await firstMessage.textContent(), 'message 7')
    await page.getByRole('button', { name: 'Size' }).click()
    await page.getByRole('button', { name: 'message 13!!!!!!' }).waitFor()
    t.is(await firstMessage.textContent(), 'message 13!!!!!!')
    t.is(await page.getByRole('button', { name: 'Go to' }).count(), 0)
  },
)

consoleTest(
  'pages through messages, downloads one, deletes one, clears the rest',
  { commands },
  async (t, { page, open, server }) => {
    for (let number = 1; number <= 30; number++) {
      const body = JSON.stringify({ text: `message ${number}` })
      await requireSuccess(server.call('POST', messages, { user: 'mqadmin:mqadmin', body }))
    }
    await open('#/qmgr/QM1/queues/ORDERS')
    await page.getByRole('button', { name: 'message 1', exact: true }).waitFor()
    t.is(await page.getByRole('button', { name: 'message 26' }).count(), 0)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByRole('button', { name: 'message 26' }).click()

    const dialog = page.getByRole('dialog')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ])
    t.is(await readFile(await download.path(), 'utf8'), 'message 26')
    await dialog.getByRole('button', { name: 'Delete' }).dblclick()
    await dialog.getByRole('heading', { name: 'Delete 1 message' }).waitFor()
    t.is(await page.getByRole('button', { name: 'message 26' }).count(), 1, 'a double-click confirms nothing')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'message 26' }).waitFor({ state: 'detached' })
    t.is(await page.getByRole('button', { name: 'message 27' }).count(), 1)

    await page.getByRole('button', { name: 'Clear queue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('There are no messages.').waitFor()
  },
)

consoleTest('a queue that fills up while one looks is seen to', { commands }, async (t, { page, open, server }) => {
  await open('#/qmgr/QM1/queues/ORDERS')
  await page.getByText('There are no messages.').waitFor()
  await requireSuccess(server.call('POST', messages, { user: 'mqadmin:mqadmin', body: '{"text":"late"}' }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: 'late' }).waitFor()
  t.pass()
})

consoleTest(
  'finds messages by their text, moves them together, and puts one again after an edit',
  { commands: [...commands, 'DEFINE QLOCAL(LATER)'] },
  async (t, { page, open, server }) => {
    for (const text of ['tea for one', 'coffee', 'tea for two'])
      await requireSuccess(server.call('POST', messages, { user: 'mqadmin:mqadmin', body: JSON.stringify({ text }) }))
    await open('#/qmgr/QM1/queues/ORDERS')
    const names = () => page.locator('.messages__open').allTextContents()
    await page.getByRole('button', { name: 'coffee', exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('TEA')
    await page.getByText('3 messages searched').waitFor()
    await shows(t, names, ['tea for one', 'tea for two'])

    await page.getByLabel('Select all of this page').check({ force: true })
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Target queue').fill('LATER')
    await page.keyboard.press('Enter')
    await page.getByText('2 messages moved').waitFor()
    await page.getByRole('searchbox', { name: 'Search messages' }).fill('')
    await page.getByRole('button', { name: 'coffee', exact: true }).click()
    await dialog.getByRole('button', { name: 'Edit and put again' }).click()
    await dialog.getByLabel('Text').fill('coffee, black')
    await dialog.getByRole('button', { name: 'Put', exact: true }).click()
    await page.getByRole('button', { name: 'coffee, black' }).waitFor()

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'order.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2]) })
    await page.getByText('File put as a message').waitFor()
    const metrics = server.installation.find('QM1')?.readMetrics()
    t.is([...(metrics?.queues ?? [])].find(({ name }) => name === 'ORDERS')?.depth, 3)
  },
)
