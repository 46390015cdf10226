import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

consoleTest(
  'a list of names offers the queues of the queue manager, and takes any other name',
  { commands: ['DEFINE QLOCAL(ORDERS)', 'DEFINE QLOCAL(INVOICES)', 'DEFINE NAMELIST(LIST) NAMES(ORDERS)'] },
  async (t, { page, open, server }) => {
    await open('#/qmgr/QM1/namelists/LIST/properties')
    await page.getByRole('button', { name: 'Edit' }).click()
    const add = page.getByLabel('Add a name')
    await add.focus()
    const offered = () =>
      page.locator('#attribute-NAMES-add-names option').evaluateAll((all) => all.map(({ value }) => value))
    await shows(t, async () => (await offered()).filter((name: string) => !name.startsWith('SYSTEM.')), ['INVOICES'])
    for (const name of ['INVOICES', 'ELSEWHERE', 'ORDERS']) {
      await add.fill(name)
      await add.press('Enter')
    }
    t.is(await page.getByLabel('Names (NAMES)').inputValue(), 'ORDERS\nINVOICES\nELSEWHERE')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
    const { responses } = (await connection?.commandJson({
      command: 'display',
      qualifier: 'namelist',
      name: 'LIST',
      responseParameters: ['names'],
    })) ?? { responses: [] }
    t.regex(JSON.stringify(responses[0]?.attributes), /ELSEWHERE/)
    await connection?.close()
  },
)
