import { consoleTest } from './_support/console.ts'

consoleTest(
  'the palette leads to an object with the keyboard alone',
  { commands: ['DEFINE QLOCAL(ORDERS)', 'DEFINE QLOCAL(APP.ORDERS)'] },
  async (t, { page, open }) => {
    await open('#/home')
    await page.getByRole('button', { name: 'Command palette (Ctrl+K)' }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox')
    await field.fill('orders queue')
    await page.getByRole('option', { name: /^ORDERS/, selected: true }).waitFor()
    await page.getByRole('option', { name: /^APP\.ORDERS/, selected: false }).waitFor()
    await field.press('ArrowDown')
    await page.getByRole('option', { name: /^APP\.ORDERS/, selected: true }).waitFor()
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'APP.ORDERS' }).waitFor()

    await page.getByRole('button', { name: 'Command palette (Ctrl+K)' }).click()
    await page.getByRole('option', { name: /^APP\.ORDERS/, selected: true }).waitFor()
    await field.press('Escape')
    await field.waitFor({ state: 'detached' })
    t.pass()
  },
)

consoleTest('an action of the palette opens its dialog, also on its own page', {}, async (t, { page, open }) => {
  await open('#/qmgr/QM1/queues')
  for (const [query, title] of [
    ['create queue QM1', 'Create a queue'],
    ['create topic QM1', 'Create a topic'],
  ] as const) {
    await page.getByRole('button', { name: 'Command palette (Ctrl+K)' }).click()
    const field = page.getByRole('combobox')
    await field.fill(query)
    await page.getByRole('option', { name: `${title} action · QM1`, selected: true }).waitFor()
    await field.press('Enter')
    await page.getByRole('dialog', { name: title }).waitFor()
    t.notRegex(page.url(), /create/)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

consoleTest(
  '"dead" finds the dead letters of a queue manager, whatever the name of their queue',
  { commands: ['DEFINE QLOCAL(LOST)', 'ALTER QMGR DEADQ(LOST)'] },
  async (t, { page, open }) => {
    await open('#/home')
    await page.getByRole('button', { name: 'Command palette (Ctrl+K)' }).click()
    const field = page.getByRole('combobox')
    await field.fill('dead')
    await page.getByRole('option', { name: /^SYSTEM\.DEAD\.LETTER\.QUEUE/ }).waitFor()
    await page.getByRole('option', { name: /^Dead letters/, selected: true }).waitFor()
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'LOST' }).waitFor()
    t.true(page.url().endsWith('/queues/LOST/messages'))
  },
)
