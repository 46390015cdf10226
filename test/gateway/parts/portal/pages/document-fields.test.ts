/** One value is changed, in the text and in each dialog: the document differs there alone. */
import { globSync, readFileSync } from 'node:fs'
import type { ExecutionContext } from 'ava'
import type { Locator } from 'playwright-core'
import { findDocumentKind } from '../../../../../src/gateway/config/index.ts'
import { axeFindings, narrowFindings } from '../../../../_support/axe.ts'
import { configurationAnswers, documentOf, routeOf, sampleFiles } from './_support/configuration.ts'
import { findEditor, replaceInText, replaceText } from './_support/editor.ts'
import { type Portal, portalTest } from './_support/portal.ts'

const script = `  assembly:
    execute:
      - gatewayscript:
          source: |
            // a comment
            const body = context.message.body.value()

            context.message.body.write(body)
`
/** An API as large as those of public providers, with texts and scripts of several lines. */
const largeApi = [
  'swagger: "2.0" # as exported\ninfo: { title: Large, x-ibm-name: large, version: 1.0.0 }\nbasePath: /large\npaths:\n',
  ...Array.from(
    { length: 2_000 },
    (_, index) =>
      `  /things/${index}:\n    get:\n      description: |\n        The thing ${index}.\n\n        It has lines.\n      responses: { "200": { description: 'OK' } }\n`,
  ),
  `x-ibm-configuration:\n${script}`,
].join('')

const folders = { apis: 'api', providers: 'provider', catalogs: 'catalog' } as const

/** Every document of the sandbox, with its kind. */
const documents = globSync('{apis,providers,catalogs}/**/*.yaml')
  .filter((file) => !file.endsWith('.test.yaml'))
  .map((file) => {
    const [folder] = file.split('/') as [keyof typeof folders]
    const inner = /products|applications/.exec(file)?.[0].slice(0, -1)
    const text = readFileSync(file, 'utf8')
    const place = { path: file, folder: inner ?? folders[folder], catalog: '' } as Parameters<
      typeof findDocumentKind
    >[0]
    return { file, text, kind: findDocumentKind(place, text) ?? 'api' }
  })

/** Opens a document, lets `change` change it up to its review, and returns the text that is reviewed. */
async function changeDocument(
  { page, open, standIn }: Portal,
  kind: string,
  text: string,
  change: () => Promise<void>,
): Promise<string> {
  standIn.answers['GET /configuration/document'] = documentOf(kind, text)
  standIn.answers['POST /configuration/preview'] = { problems: [], changes: [], effects: '', patch: '' }
  await open('#/configuration')
  await open(routeOf(sampleFiles[kind]))
  await findEditor(page).waitFor()
  await change()
  await page.getByRole('heading', { name: 'Review the change' }).waitFor()
  const asked = standIn.asked.findLast(({ resource }) => resource === 'POST /configuration/preview')
  await page.getByRole('button', { name: 'Back to the text' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  return (asked?.body as { text: string } | undefined)?.text ?? ''
}

/** Checks that only these lines of a text were replaced. */
function differsIn(t: ExecutionContext, before: string, after: string, removed: string[], added: string[]): void {
  const [old, next] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (old[start] === next[start] && start < old.length) start += 1
  let end = 0
  while (old.at(-1 - end) === next.at(-1 - end) && end < Math.min(old.length, next.length) - start) end += 1
  t.deepEqual(old.slice(start, old.length - end), removed)
  t.deepEqual(next.slice(start, next.length - end), added)
}

portalTest(
  'a value that is changed in the text changes nothing else, in every document of the sandbox and in a large one',
  { answers: configurationAnswers(), timeoutMs: 300_000 },
  async (t, portal) => {
    t.true(documents.length >= 9)
    for (const { file, kind, text } of [...documents, { file: 'large', kind: 'api', text: largeApi }]) {
      const [line = ''] = /^.*\bversion: .*$|^name: .*$/m.exec(text) ?? []
      const value = line.replace(/.*(?:version|name): /, '').replace(/[ }].*/, '')
      const after = await changeDocument(portal, kind, text, async () => {
        await replaceInText(portal.page, `: ${value}`, `: ${value}9`)
        await portal.page.getByRole('button', { name: 'Show what changes' }).click()
      })
      const [start = '', ...others] = text.split(`: ${value}`)
      const expected = others.map((_, at) =>
        [start, ...others]
          .map((part, index) => (index === 0 ? part : `: ${value}${index === at + 1 ? '9' : ''}${part}`))
          .join(''),
      )
      t.true(expected.includes(after), `${file}: one place differs`)
    }
  },
)

interface DialogCase {
  kind: string
  title: string
  change(dialog: Locator): Promise<void>
  /** The lines that the change replaces, and those that it writes. */
  removed: string[]
  added: string[]
  text?: string
}

const lines =
  'name: users\ntitle: |-\n  Users\n  of two lines\nregistry_type: authurl # asks\nendpoint:\n  endpoint: http://a.example/\n'

const cases: readonly DialogCase[] = [
  {
    kind: 'user-registry',
    title: 'User registry',
    change: (dialog) => dialog.getByLabel('Display name').fill('Staff'),
    removed: ['  - { name: customer-users, title: Sandbox users }'],
    added: ['  - { name: customer-users, title: Staff }'],
  },
  {
    kind: 'user-registry',
    title: 'User registry',
    text: lines,
    change: (dialog) => dialog.getByLabel('Title').fill('Users\nof three\nlines'),
    removed: ['  of two lines'],
    added: ['  of three', '  lines'],
  },
  {
    kind: 'oauth-provider',
    title: 'OAuth provider and scopes',
    change: (dialog) => dialog.getByLabel('Scope description').nth(1).fill('Put messages'),
    removed: ['  mq.put: Put messages on queues'],
    added: ['  mq.put: Put messages'],
  },
  {
    kind: 'catalog',
    title: 'Catalog settings',
    change: (dialog) => dialog.getByText('portal-developers', { exact: true }).click(),
    removed: ['api_user_registries: [customer-users, portal-developers]'],
    added: ['api_user_registries: [customer-users]'],
  },
  {
    kind: 'product',
    title: 'Product and plans',
    change: (dialog) => dialog.getByLabel(/^Limit/).fill('250/1hour'),
    removed: ['    rate-limits: { default: { value: 100/1hour, hard-limit: false } }'],
    added: ['    rate-limits: { default: { value: 250/1hour, hard-limit: false } }'],
  },
  {
    kind: 'api',
    title: 'Security definition',
    change: (dialog) =>
      dialog
        .getByLabel('Flow')
        .selectOption('accessCode')
        .then(() => {}),
    removed: ['    flow: password'],
    added: ['    flow: accessCode'],
  },
]

for (const { kind, title, change, removed, added, text } of cases)
  portalTest(
    `the dialog "${title}" changes one value${text ? ' of several lines' : ''}, and the YAML differs there alone`,
    { answers: configurationAnswers(), timeoutMs: 300_000 },
    async (t, portal) => {
      const { page } = portal
      const before = text ?? documentOf(kind).text
      const after = await changeDocument(portal, kind, before, async () => {
        await page.getByRole('button', { name: `Fields: ${title}` }).click()
        const dialog = page.getByRole('dialog')
        t.deepEqual(await axeFindings(page, 'light'), [])
        await change(dialog)
        await dialog.getByRole('button', { name: 'Show what changes' }).click()
      })
      differsIn(t, before, after, removed, added)
    },
  )

portalTest(
  'the editor is left by Escape and Tab, says so, and fits a phone',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    standIn.answers['GET /configuration/document'] = documentOf('api')
    await open(routeOf(sampleFiles.api))
    const editor = findEditor(page)
    await editor.focus()
    await page.keyboard.press('Tab')
    t.true(await editor.evaluate((element) => element.matches(':focus')), 'Tab indents')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    t.false(await editor.evaluate((element) => element.matches(':focus')))
    await page.getByText('Escape and then Tab leaves the editor').waitFor()
    t.regex((await editor.getAttribute('aria-description')) ?? '', /Escape and then Tab/)
    t.deepEqual(await narrowFindings(page), [])
  },
)

portalTest(
  'the editor offers members, values and documents, and explains a member',
  { answers: configurationAnswers() },
  async (t, { page, open, standIn }) => {
    standIn.answers['GET /configuration/document'] = documentOf('oauth-provider')
    await open(routeOf(sampleFiles['oauth-provider']))
    const options = async (text: string) => {
      await replaceText(page, text)
      await page.keyboard.press('Control+Space')
      await page.getByRole('option').first().waitFor()
      const found = await page.getByRole('option').allTextContents()
      await page.keyboard.press('Escape')
      return found
    }
    t.true((await options('name: a\nprovider_type: native\nnative_provider:\n  user_re')).includes('user_registry'))
    t.deepEqual(await options('native_provider:\n  user_registry: '), ['sample-user-registry'])
    t.true((await options('name: a\ngrants: [')).includes('password'))

    await replaceText(page, 'scopes:\n  a: b\n')
    await editorMember(page.locator('.cm-line', { hasText: 'scopes' })).hover()
    await page.getByText('The name of each scope, and its description for users.').waitFor()
  },
)

const editorMember = (line: Locator) => line.locator('span').first()
