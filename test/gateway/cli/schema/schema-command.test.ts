import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import test from 'ava'
import { parseDocument } from 'yaml'
import { listEditorSchemas } from '../../../../src/gateway/cli/common/write-editor-schemas.ts'
import { schemaCommand } from '../../../../src/gateway/cli/schema/schema-command.ts'
import { parts } from '../../../_support/commands.ts'
import { typeTables } from '../../_support/tables.ts'

const folder = 'schemas'
const schemas = await listEditorSchemas(typeTables, parts.gatewayParts)

test('the schemas that are shipped are those of the product', async (t) => {
  const files = Object.keys(schemas).map((kind) => `${kind}.json`)
  t.deepEqual((await readdir(folder)).sort(), files.sort())
  for (const [kind, each] of Object.entries(schemas)) {
    const shipped: unknown = JSON.parse(await readFile(join(folder, `${kind}.json`), 'utf8'))
    t.deepEqual(shipped, JSON.parse(JSON.stringify(each)), `${kind}: run "npx sluice schema --out ${folder}"`)
  }
})

test('every document of the repository names its schema for editors', async (t) => {
  for (const root of ['providers', 'catalogs', 'apis']) {
    for (const name of await readdir(root, { recursive: true })) {
      if (!name.endsWith('.yaml') || name.startsWith('.')) continue
      const file = join(root, name)
      const [, named] = /^# yaml-language-server: \$schema=(\S+)$/m.exec(await readFile(file, 'utf8')) ?? []
      const kind = kindOf(file, parseDocument(await readFile(file, 'utf8')).toJS())
      t.is(named && resolve(file, '..', named), resolve(folder, `${kind}.json`), file)
    }
  }
})

test('a kind that does not exist is answered with those that do', async (t) => {
  const call = { positionals: ['aplication'], options: {}, write: () => {} }
  await t.throwsAsync(schemaCommand.run(call, parts), { message: /did you mean "application"/ })
})

function kindOf(file: string, document: Record<string, unknown>): string {
  if (file.endsWith('.test.yaml')) return 'test'
  if (file.startsWith('apis')) return 'api'
  if (file.endsWith('catalog.yaml')) return 'catalog'
  if (file.includes('/products/')) return 'product'
  if (file.includes('/applications/')) return 'application'
  if ('registry_type' in document) return 'user-registry'
  return document.type === 'tls_client_profile' ? 'tls-client-profile' : 'oauth-provider'
}
