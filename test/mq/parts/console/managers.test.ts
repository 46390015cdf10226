import { consoleTest } from './_support/console.ts'

consoleTest('makes, stops, starts and deletes a queue manager', {}, async (t, { page, open, server }) => {
  await open('#/qmgr')
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Name/).fill('QM 2')
  await dialog.getByText('Only letters, digits').waitFor()
  await dialog.getByLabel(/^Name/).fill('odd/QM%2')
  await dialog.getByLabel('TCP port').fill('70000')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.locator('#manager-port:focus').waitFor()
  await dialog.getByLabel('TCP port').fill('')
  await dialog.getByRole('button', { name: 'Create' }).click()

  const row = page.getByRole('row', { name: /odd\/QM%2/ })
  await row.getByText('Running').waitFor()
  t.is(server.installation.find('odd/QM%2')?.state, 'running')

  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByText('Immediate').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await row.getByText('Stopped').waitFor()
  t.is(server.installation.find('odd/QM%2')?.state, 'endedImmediately')

  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Start' }).click()
  await row.getByText('Running').waitFor()
  await row.getByRole('link').click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()

  await open('#/qmgr')
  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await row.getByText('Stopped').waitFor()

  await row.getByRole('button', { name: /Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(/^Type/).fill('odd/QM')
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.getByText('Type odd/QM%2 to confirm the deletion.').waitFor()
  await page.locator('#confirm-name:focus').waitFor()
  await question.getByLabel(/^Type/).fill('odd/QM%2')
  await question.getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  t.is(server.installation.find('odd/QM%2'), undefined)
})

consoleTest('shows and alters the configuration of a queue manager', {}, async (t, { page, open }) => {
  await open('#/qmgr/QM1/configuration')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel(/Description \(DESCR\)/).fill('the first one')
  await page.getByLabel(/Maximum message length/).fill('5')
  await page.getByText('It takes an integer from 32768 to 104857600.').waitFor()
  await page.getByLabel(/Maximum message length/).fill('1048576')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('the first one').waitFor()
  await page.getByText('1 MiB').waitFor()
  t.is(await page.getByText('default: 4 MiB').count(), 1)
})

const elsewhere = '<variable name="managementMode" value="externallyprovisioned"/>'

consoleTest(
  'offers no lives of queue managers when they are managed elsewhere',
  { settings: elsewhere },
  async (t, { page, open }) => {
    await open('#/qmgr')
    await page
      .getByRole('row', { name: /QM1/ })
      .getByRole('button', { name: /Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'View configuration' }).waitFor()
    t.is(await page.getByRole('menuitem').count(), 1)
    t.is(await page.getByRole('button', { name: 'Create' }).count(), 0)
  },
)
