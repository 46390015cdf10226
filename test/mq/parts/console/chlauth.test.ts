import { axeFindings } from '../../../_support/axe.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'a rule of channel authentication is created, tested, changed and deleted',
  { commands: ['DEFINE CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN)'] },
  async (t, { page, open, server }) => {
    await open('#/qmgr/QM1/channel-rules')
    const rules = page.getByRole('table', { name: 'Channel authentication rules' })
    await rules.getByText('privileged users (*MQADMIN)').waitFor()

    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Enter a value.').waitFor()
    await dialog.getByLabel('Channel', { exact: true }).fill('APP.*')
    await page.locator('#rule-address').fill('10.0.0.*')
    await page.locator('#rule-user').fill('app')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const row = rules.getByRole('row', { name: /APP\.\*/ })
    await row.getByText('Runs as app').waitFor()

    await page.getByRole('button', { name: 'Test' }).click()
    await page.locator('#caller-channel').fill('APP.SVRCONN')
    await page.locator('#caller-address').fill('10.0.0.7')
    await dialog.getByRole('button', { name: 'Test' }).click()
    await dialog.getByText(/Decided by the rule .Address. for the channel APP\.\*/).waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])
    await page.locator('#caller-address').fill('192.168.1.1')
    await dialog.getByRole('button', { name: 'Test' }).click()
    await dialog.getByText('Allowed: no rule matches').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()

    await row.getByRole('button', { name: /^Change/ }).click()
    await dialog.getByText('Reject', { exact: true }).click()
    await page.locator('#rule-address').fill('10.0.*')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Rejected').waitFor()
    const shown = await server.installation
      .find('QM1')
      ?.connect({ name: 'x', groups: [], privileged: true })
      .command(`DISPLAY CHLAUTH('APP.*') ALL`)
    t.like(Object.fromEntries(shown?.responses[0]?.attributes ?? []), {
      TYPE: 'ADDRESSMAP',
      ADDRESS: '10.0.*',
      USERSRC: 'NOACCESS',
    })
    t.is(shown?.responses.length, 1)

    await row.getByRole('button', { name: /^Delete/ }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    t.deepEqual(await axeFindings(page, 'light'), [])
  },
)

const types = [
  ['USERMAP', { profile: 'C1', clientUser: 'bob', user: 'app' }, 'Runs as app'],
  ['QMGRMAP', { profile: 'C2', queueManager: 'QM2', user: 'mover' }, 'Runs as mover'],
  ['SSLPEERMAP', { profile: 'C3', certificate: 'CN=app', user: 'app' }, 'Runs as app'],
  ['BLOCKUSER', { profile: 'C4', list: 'eve' }, 'Rejected'],
  ['BLOCKADDR', { list: '10.9.*' }, 'Rejected'],
] as const

consoleTest('each type of rule has a form of its own', {}, async (t, { page, open }) => {
  await open('#/qmgr/QM1/channel-rules')
  for (const [type, fields, decision] of types) {
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator(`label[for="rule-type-${type}"]`).click()
    for (const [field, value] of Object.entries(fields)) await page.locator(`#rule-${field}`).fill(value)
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const text = 'profile' in fields ? fields.profile : fields.list
    await page.getByRole('row').filter({ hasText: text }).getByText(decision).waitFor()
  }
  t.is(await page.getByRole('row').filter({ hasText: 'Rejected' }).count(), 4)
})
