import { readYaml } from '../../../../../src/gateway/lib/yaml/edit-yaml.ts'
import { axeFindings } from '../../../../_support/axe.ts'
import { shows } from '../../../../_support/shows.ts'
import { configurationAnswers, documentOf, productWithErrors, routeOf, sampleFiles } from './_support/configuration.ts'
import { findEditor, readShownText, replaceText } from './_support/editor.ts'
import { portalTest } from './_support/portal.ts'
import { problem } from './_support/stand-in.ts'

// Both themes and narrow screens are in `test/long/portal-accessibility.test.ts`, every dialog with fields in `document-fields.test.ts`.
portalTest(
  'axe finds no fault on the configuration pages',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    const faults: string[] = []
    const check = async (where: string) =>
      faults.push(...(await axeFindings(page, 'light')).map((each) => `${where}: ${each}`))

    for (const route of ['#/configuration', '#/revisions', '#/revisions/aaaa', '#/keys']) {
      await open(route)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      await check(route)
    }
    standIn.answers['GET /configuration/document'] = documentOf('product', productWithErrors)
    await open(routeOf('product with errors'))
    await findEditor(page).waitFor()
    await check('product with errors')
    t.deepEqual(faults, [])
  },
)

const title = `<img src=x onerror="alert(1)"><script>alert(2)</script>`
const description = `"><svg onload=alert(3)> [here](javascript:alert(4)) </style><b>`

portalTest(
  'markup in documents, problems and calls is text',
  { answers: configurationAnswers({ title, description }) },
  async (t, { page, open, standIn }) => {
    const hostile = `product: 1.0.0\ninfo: { name: a, version: 1.0.0, title: ${JSON.stringify(title)} }\nplans:\n  ${JSON.stringify(title)}: { title: ${JSON.stringify(description)} }\n`
    standIn.answers['GET /configuration/document'] = documentOf('product', hostile)
    for (const route of [
      ...['#/configuration', '#/revisions', '#/revisions/aaaa', '#/keys', '#/calls', '#/live'],
      routeOf(title),
    ]) {
      await open(route)
      await page.locator('.waiting').first().waitFor({ state: 'detached' })
      await page.locator('main').getByText('<', { exact: false }).first().waitFor()
      t.is(await page.locator('main :is(script, img, b, [onload], [onerror])').count(), 0, route)
    }
    await findEditor(page).press('End')
    await page.keyboard.insertText(description)
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await page.getByRole('heading', { name: 'Difference' }).waitFor()
    t.is(await page.locator('main :is(script, img, b, [onload], [onerror])').count(), 0)
  },
)

portalTest(
  'a document that others change meanwhile is merged, and nothing is lost',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    const text = '# head\nname: users\ntitle: Users\nregistry_type: lur\nusers_file: a.json\n'
    standIn.answers['GET /configuration/document'] = documentOf('user-registry', text)
    await open(routeOf(sampleFiles['user-registry']))
    await replaceText(page, text.replace('title: Users', 'title: My users').replace('a.json', 'mine.json'))

    const theirs = text.replace('# head', '# other head').replace('a.json', 'theirs.json')
    standIn.answers['GET /configuration/document'] = documentOf('user-registry', theirs, 'r2')
    await page.getByText('The document was changed while it is open here').waitFor()
    await page.getByText('Some lines were changed here and elsewhere').waitFor()
    const merge = page.getByRole('button', { name: 'Merge' })
    t.true(await merge.isDisabled())
    await page.getByText('Yours', { exact: true }).last().click()
    await merge.click()
    await page.getByText('The document was changed while it is open here').waitFor({ state: 'detached' })
    const merged = await readShownText(page)
    t.is(merged, '# other head\nname: users\ntitle: My users\nregistry_type: lur\nusers_file: mine.json\n')

    standIn.answers['PUT /configuration/document'] = { file: 'x' }
    standIn.answers['POST /configuration/preview'] = { problems: [], changes: [], effects: '', patch: '' }
    await page.getByRole('button', { name: 'Show what changes' }).click()
    await page.getByRole('heading', { name: 'Review the change' }).waitFor()
    standIn.answers['GET /configuration/document'] = documentOf('user-registry', merged, 'r3')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved and in use').waitFor()
    t.like(standIn.asked.findLast(({ resource }) => resource.startsWith('PUT'))?.body, { text: merged, revision: 'r2' })
  },
)

portalTest(
  'a document that others change or remove meanwhile shows it without own changes as well',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    const text = 'name: users\ntitle: Users\nregistry_type: lur\nusers_file: a.json\n'
    standIn.answers['GET /configuration/document'] = documentOf('user-registry', text)
    await open(routeOf(sampleFiles['user-registry']))
    await findEditor(page).waitFor()
    standIn.answers['GET /configuration/document'] = documentOf('user-registry', `${text}# new\n`, 'r2')
    await page.getByText('The document was changed elsewhere').waitFor()
    t.is(await readShownText(page), `${text}# new\n`)

    standIn.answers['GET /configuration/document'] = problem(404, 'unknown_document', 'There is no such document.')
    await page.getByText('The saved document cannot be read').waitFor()
  },
)

portalTest(
  'keys are rotated and removed after a confirmation that says what it means for tokens',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    const changes = () => standIn.asked.filter(({ resource }) => /^(POST|DELETE) .*keys/.test(resource))
    await open('#/keys')
    await page.getByRole('button', { name: 'Rotate now' }).first().press('Enter')
    await page.getByText('at most 60 minutes from now').waitFor()
    await page.keyboard.press('Escape')
    t.is(changes().length, 0)
    await page.getByRole('button', { name: 'Rotate now' }).first().press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click()
    await page.getByText('The keys were rotated').waitFor()

    t.is(await page.getByRole('button', { name: /^Remove the key d/ }).count(), 0)
    await page
      .getByRole('button', { name: /^Remove the key b/ })
      .first()
      .click()
    await page.getByText('is rejected within half a second').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('The key was removed').waitFor()
    t.deepEqual(
      changes().map(({ resource }) => resource),
      ['POST /configuration/keys/:provider', 'DELETE /configuration/keys/:provider/:key'],
    )
  },
)

portalTest(
  'an owner finds the revision of a time, compares it and goes back to it',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    await open('#/revisions')
    await page.getByLabel('What was in use at a time?').fill('2026-01-31T12:00')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('heading', { name: 'Revision aaaa1111' }).waitFor()
    await page.getByLabel('Which difference').selectOption('To the documents as they are now')
    await page.getByRole('region', { name: 'Difference' }).last().waitFor()

    standIn.answers['POST /configuration/revisions/:revision/rollback'] = problem(
      409,
      'rollback_refused',
      'commit them',
    )
    await page.getByRole('button', { name: 'Go back to this revision' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Show what changes' }).click()
    await dialog.getByText('commit them').waitFor()

    const change = { file: 'apis/a.yaml', text: 'openapi: 3.0.0\n', revision: 'r1' }
    standIn.answers['POST /configuration/revisions/:revision/rollback'] = { changes: [change] }
    standIn.answers['POST /configuration/changes/preview'] = { problems: [], changes: [], effects: 'e1', patch: '+a\n' }
    standIn.answers['POST /configuration/changes'] = { file: change.file }
    await dialog.getByRole('button', { name: 'Show what changes' }).click()
    await dialog.getByRole('button', { name: 'Go back', exact: true }).click()
    await page.getByText('Saved and in use').waitFor()
    t.deepEqual(standIn.asked.findLast(({ resource }) => resource === 'POST /configuration/changes')?.body, {
      changes: [change],
      effects: 'e1',
    })
  },
)

portalTest(
  'an API is published from its file with a new product, and the way leads to its first call',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    const text = 'openapi: 3.0.0\ninfo: { title: Pets, x-ibm-name: customers, version: 1.0.0 }\npaths: {}\n'
    const api = { file: 'apis/customers.yaml', text, revision: null }
    const imported = { path: 'pets.yaml', outcome: 'api', message: 'becomes apis/customers.yaml' } as const
    standIn.answers['POST /configuration/import'] = { changes: [api], notes: [], files: [imported] }
    standIn.answers['POST /configuration/changes/preview'] = { problems: [], changes: [], effects: '', patch: '+a\n' }
    standIn.answers['POST /configuration/changes'] = { file: api.file }
    await open('#/configuration')
    await page.getByRole('button', { name: 'Publish an API' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'pets.yaml', mimeType: '', buffer: Buffer.from(text) })
    await dialog.getByText('Pets', { exact: true }).waitFor()
    await dialog.getByText('Default: pets.').waitFor()
    await dialog.getByLabel('Name of the product', { exact: true }).fill('pet-shop')
    await dialog.getByRole('button', { name: 'Show what changes' }).click()
    const way = dialog.getByRole('list', { name: 'The way of a call' })
    await way.getByText('subscribes to pet-shop: 100/1hour').waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/#\/try\/customers%3A1\.0\.0$/)
    const saved = standIn.asked.findLast(({ resource }) => resource === 'POST /configuration/changes')
    const [, product] = (saved?.body as { changes: { file: string; text: string }[] } | undefined)?.changes ?? []
    t.is(product?.file, 'catalogs/sandbox/products/pet-shop.yaml')
    t.like(readYaml(product?.text ?? ''), {
      apis: { customers: { name: 'customers:1.0.0' } },
      plans: { 'default-plan': { 'rate-limits': { default: { value: '100/1hour' } } } },
    })
  },
)

portalTest(
  'what is wrong with a value is shown at its place while it is typed',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    const file = sampleFiles.product ?? ''
    standIn.answers['GET /configuration/document'] = documentOf('product')
    const wrong = { file, line: 5, column: 9, severity: 'error', message: 'info.name has a blank' } as const
    standIn.answers['POST /configuration/preview'] = { problems: [wrong], changes: [], effects: '', patch: '' }
    await open(routeOf(file))
    await findEditor(page).press('End')
    await page.keyboard.insertText(' ')
    await page.getByText('1 error: correct them first').waitFor()
    await page.locator('.cm-lintRange-error').waitFor()
    t.deepEqual(await axeFindings(page, 'light'), [])
    await page.getByRole('button', { name: 'Line 5: info.name has a blank' }).click()
    await shows(t, () => findEditor(page).evaluate((element) => element.matches(':focus')), true)
    await shows(t, () => page.locator('.cm-activeLine').textContent(), '  name: customer')

    standIn.answers['POST /configuration/preview'] = { problems: [], changes: [], effects: '', patch: '' }
    await page.keyboard.insertText('x')
    await page.getByText('info.name has a blank').first().waitFor({ state: 'detached' })
    t.is(await page.getByRole('heading', { name: 'Difference' }).count(), 0, 'the change itself is shown on request')
  },
)
