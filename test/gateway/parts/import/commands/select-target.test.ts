import test from 'ava'
import type { Config } from '../../../../../src/gateway/config/index.ts'
import { selectTarget } from '../../../../../src/gateway/parts/import/commands/select-target.ts'

const provider = (name: string) => ({
  name,
  basePath: `/${name}`,
  tokenPath: '/token',
  authorizePath: '/authorize',
  grants: new Set(),
  scopes: new Map(),
  location: { file: `providers/${name}.yaml` },
})
const catalog = (name: string) => ({
  name,
  providers: new Map(['users', 'partners'].map((each) => [each, provider(each)])),
  registries: new Map(),
})
const config = (...names: string[]) => ({ catalogs: names.map(catalog) }) as unknown as Config
const none = { catalog: undefined, provider: undefined, registry: undefined }

test('several providers are asked for at the terminal, and named in the error without one', async (t) => {
  const asked: unknown[] = []
  const choose = async (question: string, names: readonly string[]) => {
    asked.push([question, names])
    return 'partners'
  }
  const { provider } = await selectTarget(config('main'), none, choose)
  t.is(provider.name, 'partners')
  t.deepEqual(asked, [['Which OAuth provider protects the API? (--provider)', ['users', 'partners']]])
  await t.throwsAsync(selectTarget(config('main'), none), { message: 'set --provider to one of users, partners' })
})

test('a named provider and the only catalog are not asked for', async (t) => {
  const choose = async () => t.fail('nothing is to be asked') as never
  const { provider } = await selectTarget(config('main'), { ...none, provider: 'users' }, choose)
  t.is(provider.name, 'users')
})
