import { narrowFindings } from '../../../../_support/axe.ts'
import { answersWith } from './_support/catalogue.ts'
import { configurationAnswers } from './_support/configuration.ts'
import { portalTest } from './_support/portal.ts'

portalTest(
  'the form of a new document says what is missing, and shows a wrong URL at its field',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    await open('#/configuration')
    await page.getByRole('button', { name: 'Create a document' }).click()
    const dialog = page.getByRole('dialog')
    const help = (text: string) => dialog.locator('p', { hasText: text })
    await help('Before you can see what changes, fill in or correct: Name, URL.').waitFor()
    await dialog.getByLabel('Name - required').fill('users')
    await dialog.getByLabel('URL - required').fill('users.example/authenticate')
    await dialog.getByText('Enter a whole URL that begins with https:// or http://').waitFor()
    t.is(await dialog.getByLabel('URL - required').getAttribute('aria-invalid'), 'true')
    await help('fill in or correct: URL.').waitFor()
    t.true(await dialog.getByRole('button', { name: 'Show what changes' }).isDisabled())

    await dialog.getByLabel('URL - required').fill('https://users.example/authenticate')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    standIn.answers['POST /configuration/changes/preview'] = { problems: [], changes: [], effects: '', patch: '' }
    await page.route('**/configuration/changes/preview', async (route) => {
      await held
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Show what changes' }).click()
    await dialog.getByText('Checking the change with all documents').waitFor()
    release()
    await dialog.getByRole('button', { name: 'Create', exact: true }).waitFor()
    t.is(await dialog.getByText('Checking the change with all documents').count(), 0)
  },
)

portalTest(
  'the list of documents with an undo of a long path fits 320 px',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    const list = standIn.answers['GET /configuration'] as object
    const file = 'catalogs/sandbox/products/a-product-with-a-long-name-for-partners.yaml'
    standIn.answers['GET /configuration'] = { ...list, undo: { file, at: '2026-01-01T00:00:00Z' } } as never
    await open('#/configuration')
    await page.getByRole('button', { name: /Undo the change of/ }).waitFor()
    t.deepEqual(await narrowFindings(page), [])
  },
)

portalTest(
  'a token is not requested without the client secret, which the field says',
  { answers: answersWith() },
  async (t, { page, open }) => {
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await open('#/apis/customers:1.0.0/change/try')
    await page.getByRole('button', { name: 'Get a token' }).click()
    await page.getByText('Enter the client secret: the provider rejects a request without it.').waitFor()
    t.deepEqual(
      asked.filter((url) => url.endsWith('/token')),
      [],
    )
    await page.getByLabel('Client secret of').fill('secret')
    await page.getByText('Enter the client secret:').waitFor({ state: 'detached' })
  },
)
