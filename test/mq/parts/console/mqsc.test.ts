import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'completes a command, runs it, brings it back',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/mqsc')
    const prompt = page.getByRole('combobox', { name: 'MQSC command' })
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
    await prompt.pressSequentially('dis')
    await suggestions.getByRole('option', { name: /^DISPLAY/ }).waitFor()
    await prompt.press('Tab')
    await shows(t, () => prompt.inputValue(), 'DISPLAY')

    await prompt.pressSequentially(' qlo')
    await suggestions.getByRole('option', { name: /^QLOCAL/ }).waitFor()
    await prompt.press('Tab')
    await prompt.pressSequentially('(ORD')
    await suggestions.getByRole('option', { name: /^ORDERS/ }).waitFor()
    await prompt.press('Tab')
    await prompt.pressSequentially(') maxd')
    await suggestions.getByRole('option', { name: /^MAXDEPTH/ }).waitFor()
    await prompt.press('Tab')
    await prompt.press('Enter')
    await page
      .getByRole('log')
      .getByText(/AMQ8409I.*QUEUE\(ORDERS\).*MAXDEPTH\(5000\)/)
      .waitFor()

    await prompt.fill('DISPLAY NOTHING')
    await prompt.press('Escape')
    await prompt.press('Enter')
    await page
      .getByRole('log')
      .getByText(/AMQ8405I/)
      .waitFor()

    await prompt.press('ArrowUp')
    await shows(t, () => prompt.inputValue(), 'DISPLAY NOTHING')
    await prompt.press('ArrowUp')
    await shows(t, () => prompt.inputValue(), 'DISPLAY QLOCAL(ORDERS) MAXDEPTH')
  },
)

consoleTest('a reader may display and nothing else', { user: 'mqreader' }, async (t, { page, open }) => {
  await open('#/qmgr/QM1/mqsc')
  const prompt = page.getByRole('combobox', { name: 'MQSC command' })
  await prompt.fill('DISPLAY QMGR QMNAME')
  await prompt.press('Enter')
  await page
    .getByRole('log')
    .getByText(/QMNAME\(QM1\)/)
    .waitFor()
  await prompt.fill('DEFINE QLOCAL(A)')
  await prompt.press('Enter')
  await page
    .getByRole('log')
    .getByText(/MQWB0108E/)
    .waitFor()
  t.pass()
})

consoleTest(
  'runs a script until a command fails, and shows results as a table',
  { commands: ['DEFINE QLOCAL(ORDERS)'] },
  async (t, { page, open }) => {
    await open('#/qmgr/QM1/mqsc')
    const script = page.getByLabel('Script', { exact: true })
    await script.fill('* two queues\nDEFINE QLOCAL(A) +\n  MAXDEPTH(7)\nDEFINE NOTHING(B)\nDEFINE QLOCAL(C)')
    await page.getByRole('button', { name: 'Run 3 commands' }).click()
    const log = page.getByRole('log')
    await log.getByText(/AMQ8405I/).waitFor()
    t.is(await log.getByText('DEFINE QLOCAL(C)').count(), 0)

    await page.getByText('Show results as tables').last().click()
    await script.fill('DISPLAY QLOCAL(A) MAXDEPTH')
    await page.getByRole('button', { name: 'Run 1 command' }).click()
    await log.getByRole('columnheader', { name: 'MAXDEPTH' }).waitFor()
    t.is(await log.getByRole('cell', { name: '7', exact: true }).count(), 1)
  },
)
