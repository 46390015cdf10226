import test, { type ExecutionContext } from 'ava'
import { openConfigLoader } from '../../../../src/gateway/config/index.ts'
import { type Files, folderWith, valid } from '../_support/folder.ts'
import { tables } from '../_support/tables.ts'

const catalogFile = 'catalogs/sandbox/catalog.yaml'
const storing: Files = {
  'providers/staff.yaml': 'name: staff\ntitle: Staff\nregistry_type: lur\nusers_file: staff.json\n',
  [catalogFile]: valid[catalogFile].replace(
    '[users]',
    '[users, staff]\nportal: { user_registry: staff, applications: store }',
  ),
}

/** An application in the store, subscribed to a plan of a product. */
function stored(name: string, plan = 'gold') {
  const text = `name: ${name}
client_type: public
credentials: [{ client_id: ${name}-id }]
subscriptions: [{ product: shop, plan: ${plan} }]
`
  return { file: `catalogs/sandbox/applications/${name}.yaml`, text }
}

async function open(t: ExecutionContext, files: Files = storing) {
  const { load } = openConfigLoader(await folderWith(t, files), tables, {})
  return load
}

const namesIn = ({ config }: { config?: { catalogs: readonly { applications: readonly { name: string }[] }[] } }) =>
  config?.catalogs[0]?.applications.map(({ name }) => name)

test('applications in the store are loaded beside those in files, and are part of the revision', async (t) => {
  const load = await open(t)
  const without = await load()
  const both = await load([], [stored('one'), stored('two')])
  t.deepEqual(namesIn(both), [...(namesIn(without) ?? []), 'one', 'two'])
  t.not(both.config?.revision, without.config?.revision)
  t.is((await load([], [stored('two'), stored('one')])).config?.revision, both.config?.revision)
  t.is((await load()).config?.revision, without.config?.revision)
})

test('a catalog that keeps applications in files ignores those in the store', async (t) => {
  const load = await open(t, {})
  t.deepEqual(namesIn(await load([], [stored('one')])), namesIn(await load()))
})

test('a file hides a stored application of the same path', async (t) => {
  const load = await open(t)
  const { file } = stored('app')
  t.deepEqual(namesIn(await load([], [{ file, text: stored('other').text }])), namesIn(await load()))
})

for (const [title, broken, message] of [
  ['that subscribes to a plan that is gone', stored('one', 'lead'), /has no plan "lead"/],
  ['with the name of a file', { ...stored('one'), text: stored('app').text }, /an application "app" already/],
  ['that cannot be parsed', { ...stored('one'), text: 'name: [' }, /./],
] as const) {
  test(`a stored application ${title} is left out with a warning, and blocks nothing`, async (t) => {
    const load = await open(t)
    const { config, problems } = await load([], [broken, stored('two')])
    t.deepEqual(namesIn({ ...(config && { config }) }), [...(namesIn(await load()) ?? []), 'two'])
    const [problem] = problems.filter(({ file }) => file === broken.file)
    t.is(problem?.severity, 'warning')
    t.regex(problem?.message ?? '', message)
    t.regex(problem?.message ?? '', / - the stored application is not served until this is mended$/)
  })
}

test('the edit of a stored application is checked like a file', async (t) => {
  const load = await open(t)
  const { problems, config } = await load(stored('one', 'lead'), [stored('one')])
  t.is(config, undefined)
  t.regex(problems.map(({ message }) => message).join(), /has no plan "lead"/)
  t.deepEqual(
    namesIn(await load({ file: stored('one').file, text: undefined }, [stored('one')])),
    namesIn(await load()),
  )
})
