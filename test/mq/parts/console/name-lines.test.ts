import { shows } from '../../../_support/shows.ts'
import { consoleTest } from './_support/console.ts'

const queues = Array.from({ length: 2000 }, (_, index) => `DEFINE QLOCAL(APP.${String(index).padStart(4, '0')})`)
const wanted = 'APP.1199'
const names = ['APP.0199', wanted, ...Array.from({ length: 10 }, (_, index) => `APP.199${index}`)]

consoleTest(
  'a list of names finds one of 2,000 queues by letters and keys, and takes any other name',
  { commands: [...queues, 'DEFINE QLOCAL(INVOICES)', 'DEFINE NAMELIST(LIST) NAMES(ORDERS)'], timeoutMs: 120_000 },
  async (t, { page, open, server }) => {
    await open('#/qmgr/QM1/namelists/LIST/properties')
    await page.getByRole('button', { name: 'Edit' }).click()
    const add = page.getByLabel('Add a name')
    const offered = page.getByRole('option')
    await add.focus()
    await add.press('ArrowDown')
    await page.getByText(/^50 of 2,0\d\d\. Type to find others\.$/).waitFor()
    t.is(await offered.count(), 50)
    await add.fill('app 199')
    await shows(t, () => offered.allTextContents(), names)
    await add.press('ArrowDown')
    await add.press('ArrowDown')
    await page.getByRole('option', { name: wanted, selected: true }).waitFor()
    await add.press('Enter')
    t.is(await add.inputValue(), wanted)
    await add.press('Enter')
    await add.fill('inv')
    await offered.first().waitFor()
    await add.press('Escape')
    await offered.first().waitFor({ state: 'detached' })
    for (const name of ['INVOICES', 'ELSEWHERE', 'ORDERS']) {
      await add.fill(name)
      await add.press('Enter')
    }
    t.is(await page.getByLabel('Names (NAMES)').inputValue(), `ORDERS\n${wanted}\nINVOICES\nELSEWHERE`)
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
