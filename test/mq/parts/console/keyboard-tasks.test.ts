/** Tasks of an operator with the keyboard alone, each within its number of steps. */
import { createKeyboardSteps } from '../../../_support/keyboard-steps.ts'
import { consoleTest } from './_support/console.ts'
import { waitForContent } from './_support/pages.ts'

const privileged = { name: 'x', groups: [], privileged: true }

consoleTest(
  'from Home, the cause of a queue that stands still and its cure are 2 steps away by keyboard (3 at most)',
  { commands: ['DEFINE QLOCAL(ORDERS) MAXDEPTH(1)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect(privileged)
    await connection?.put({ queue: 'ORDERS' }, { body: Buffer.from('tea'), format: 'MQSTR' })
    await open('#/home')
    const steps = createKeyboardSteps(page)
    await steps.press(page.locator('main a', { hasText: 'ORDERS' }).first())
    const state = page.getByRole('region', { name: 'State' })
    await state.getByText('The queue is full').waitFor()
    await steps.press(state.getByRole('button', { name: 'Double the maximum depth' }))
    await state.getByText('of 2').waitFor()
    t.is(steps.count(), 2)
    await connection?.close()
  },
)

let aheadMs = 0

consoleTest(
  'from Home, a queue that nobody reads, what to do and who has it open are 2 steps away by keyboard (3 at most)',
  { commands: ['DEFINE QLOCAL(ORDERS)'], clock: () => Date.now() + aheadMs },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect(privileged)
    await connection?.put({ queue: 'ORDERS' }, { body: Buffer.from('tea'), format: 'MQSTR' })
    await connection?.close()
    aheadMs = 10 * 60_000
    await open('#/home')
    const steps = createKeyboardSteps(page)
    await page.getByRole('region', { name: 'Nobody reads it' }).waitFor()
    await steps.press(page.locator('main a', { hasText: 'ORDERS (nobody reads it)' }))
    const state = page.getByRole('region', { name: 'State' })
    await state.getByText('Start the application that reads ORDERS.').waitFor()
    await steps.press(state.getByRole('button', { name: '0 Readers' }))
    await page.getByText('No application has the queue open.').waitFor()
    t.is(steps.count(), 2)
  },
)

consoleTest(
  '130 dead letters are put back in 3 steps by keyboard from Home (4 at most)',
  { commands: ['DEFINE QLOCAL(DEAD)', 'DEFINE QLOCAL(ORDERS)', 'ALTER QMGR DEADQ(DEAD)'] },
  async (t, { page, open, server }) => {
    const connection = server.installation.find('QM1')?.connect(privileged)
    const header = Buffer.alloc(172, ' ')
    header.write('DLH ')
    header.writeInt32LE(1, 4)
    header.writeInt32LE(2053, 8)
    header.write('ORDERS', 12)
    header.write('QM1', 60)
    header.writeInt32LE(1208, 112)
    header.write('MQSTR', 116)
    const body = Buffer.concat([header, Buffer.from('tea')])
    for (let number = 0; number < 130; number++) await connection?.put({ queue: 'DEAD' }, { body, format: 'MQDEAD' })
    await open('#/home')
    const steps = createKeyboardSteps(page)
    await steps.press(page.locator('main a', { hasText: /DEAD|dead letters/ }).first())
    await steps.press(page.getByRole('button', { name: 'Put back all' }))
    await steps.press(page.getByRole('dialog').getByRole('button', { name: 'Put back' }))
    await page.getByText('130 messages put back').waitFor()
    t.is(steps.count(), 3)
    t.is((await connection?.list('ORDERS', { limit: 200 }))?.length, 130)
    await connection?.close()
  },
)

consoleTest(
  'a queue with its backout queue and the rights of an application is created in 5 steps by keyboard (8 at most)',
  {},
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/queues')
    await waitForContent(page)
    const steps = createKeyboardSteps(page)
    await steps.press(page.getByRole('button', { name: 'Create', exact: true }))
    const dialog = page.getByRole('dialog')
    await steps.type(dialog.getByLabel(/^Name - required/), 'ORDERS')
    await steps.press(dialog.getByLabel('Create the backout queue ORDERS.BACKOUT as well'), 'Space')
    await steps.type(dialog.getByLabel('User of an application that uses it'), 'app')
    await steps.press(dialog.getByRole('button', { name: 'Create', exact: true }))
    await page.getByRole('link', { name: 'ORDERS.BACKOUT' }).waitFor()
    t.is(steps.count(), 5)
  },
)
