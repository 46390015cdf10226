import { axeFindings, narrowFindings } from '../../../../../_support/axe.ts'
import { configurationAnswers, documentOf, routeOf } from '../_support/configuration.ts'
import { portalTest } from '../_support/portal.ts'

const file = 'catalogs/sandbox/products/customer.yaml'
const next = 'catalogs/sandbox/products/customer-2.yaml'
const version = { kind: 'product', name: 'customer', title: 'Customer', catalog: 'sandbox' }
const documents = [
  { ...version, file, version: '1.0.0', plans: ['gold', 'silver'] },
  { ...version, file: next, version: '2.0.0', plans: ['gold', 'platinum'], state: 'staged' },
  { ...version, file: 'catalogs/other/products/customer.yaml', version: '3.0.0', catalog: 'other', plans: [] },
]
const change = { file, text: 'state: retired\n', revision: 'r1' }
const moved = 'application web: subscription to customer: plan silver, enabled -> plan platinum, enabled'
const answers = {
  ...configurationAnswers(),
  'GET /configuration': { documents, isWritable: true },
  'GET /configuration/document': { ...documentOf('product'), file },
  'POST /configuration/versions': { changes: [change] },
  'POST /configuration/changes/preview': {
    problems: [],
    changes: [{ text: moved, applications: ['web'] }],
    patch: '+state: retired\n',
  },
  'POST /configuration/changes': { file },
} as const

for (const theme of ['light', 'dark'] as const)
  portalTest(
    `versions are beside each other, and one replaces another by keyboard after a review (${theme})`,
    { answers: { ...answers } as never, dark: theme === 'dark' },
    async (t, { page, open }) => {
      const sent: Record<string, unknown>[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST')
          sent.push({ [new URL(request.url()).pathname.replace(/.*portal\/[^/]*/, '')]: request.postDataJSON() })
      })
      await open(routeOf(file))
      await page.getByRole('button', { name: 'Versions' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      const table = dialog.getByRole('table')
      await table.waitFor()
      t.deepEqual(
        (await table.locator('tbody tr').allInnerTexts()).map((row) => row.split(/\s+/).slice(0, 4).join(' ')),
        ['1.0.0 published gold, silver', '2.0.0 staged gold, platinum'],
      )

      await dialog.getByRole('radio', { name: /^Supersede/ }).focus()
      await page.keyboard.press('ArrowDown')
      t.true(await dialog.getByRole('radio', { name: /^Replace/ }).isChecked())
      t.is(await dialog.getByLabel('Subscriptions to gold move to').inputValue(), 'gold')
      await dialog.getByLabel('Subscriptions to silver move to').selectOption('platinum')
      t.deepEqual(await axeFindings(page, theme), [])
      t.deepEqual(await narrowFindings(page), [])
      await page.setViewportSize({ width: 1280, height: 800 })

      await dialog.getByRole('button', { name: 'Show what changes' }).press('Enter')
      await dialog.getByText(moved).waitFor()
      await dialog.getByText('Touches web').waitFor()
      t.deepEqual(await axeFindings(page, theme), [])
      await dialog.getByRole('button', { name: 'Replace', exact: true }).press('Enter')
      await dialog.waitFor({ state: 'detached' })
      const bodies = sent
        .flatMap((each) => Object.entries(each))
        .map(([path, body]) => [path.replace(/.*\/configuration/, ''), body])
      t.deepEqual(bodies, [
        ['/versions', { file, action: 'replace', next, plans: ['silver=platinum'] }],
        ['/changes/preview', { changes: [{ file, text: change.text }] }],
        ['/changes', { changes: [change] }],
      ])
    },
  )
