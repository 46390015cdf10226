/** A temporary folder of documents: a small valid set, of which a test changes what it is about. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import {
  type Config,
  type LoadOptions,
  type LoadResult,
  loadConfig,
  openConfigLoader,
  renderProblem,
} from '../../../../src/gateway/config/index.ts'
import { tables } from './tables.ts'

export type Files = Record<string, string | Uint8Array | undefined>

/** Valid documents without a warning. */
export const valid = {
  'providers/users.yaml': `name: users
title: Users
registry_type: authurl
endpoint:
  endpoint: https://auth.example/check
`,
  'providers/oauth.yaml': `name: oauth
title: Sign-in
provider_type: native
grants: [password, application]
scopes:
  customer: Customers
  orders: Orders
native_provider:
  user_registry: users
`,
  'catalogs/sandbox/catalog.yaml': `name: sandbox
org: acme
api_user_registries: [users]
oauth_providers: [oauth]
properties:
  backend: http://backend.example
`,
  'catalogs/sandbox/products/shop.yaml': `product: 1.0.0
info: { name: shop, version: 1.0.0 }
apis:
  customers: { name: "customers:1.0.0" }
plans:
  gold:
    rate-limits: { default: { value: 100/1hour, hard-limit: true } }
`,
  'catalogs/sandbox/applications/app.yaml': `name: app
client_type: public
credentials:
  - client_id: app-id
subscriptions:
  - { product: shop, plan: gold }
`,
  'apis/customers.yaml': `swagger: "2.0"
info: { title: Customers, version: 1.0.0, x-ibm-name: customers }
basePath: /customers/v1
securityDefinitions:
  oauth-1:
    type: oauth2
    flow: password
    x-ibm-oauth-provider: oauth
    tokenUrl: https://gateway.example/oauth/oauth2/token
    scopes: { customer: Customers }
security:
  - oauth-1: [customer]
paths:
  /customers:
    get: { operationId: list, responses: {} }
x-ibm-configuration:
  assembly:
    execute:
      - invoke: { version: 2.0.0, target-url: $(backend)$(request.path) }
x-sluice: { strict: true }
`,
} satisfies Files

/** A folder with the valid documents and these changes; `undefined` leaves one out. Removed after the test. */
export async function folderWith(t: ExecutionContext, changes: Files = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-config-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await writeFiles(folder, { ...valid, ...changes })
  return folder
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    if (content === undefined) continue
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), content)
  }
}

type Environment = Record<string, string | undefined>

export async function load(
  t: ExecutionContext,
  changes: Files = {},
  environment: Environment = {},
  options: LoadOptions = {},
): Promise<LoadResult> {
  return loadConfig(await folderWith(t, changes), tables, environment, options)
}

/** The configuration of documents that are right. */
export async function loadValid(
  t: ExecutionContext,
  changes: Files = {},
  environment: Environment = {},
): Promise<Config> {
  const { config, problems } = await load(t, changes, environment)
  if (!config) throw new Error(problems.map(renderProblem).join('\n'))
  return config
}

/** What is wrong, line by line: the same to a loader that knew the valid documents before these changes. */
export async function problemsOf(
  t: ExecutionContext,
  changes: Files,
  environment: Environment = {},
  options: LoadOptions = {},
): Promise<string[]> {
  const { problems } = await load(t, changes, environment, options)
  const folder = await folderWith(t)
  const { load: loadAgain } = openConfigLoader(folder, tables, environment, options)
  await loadAgain()
  for (const each of await readdir(folder)) await rm(join(folder, each), { recursive: true })
  await writeFiles(folder, { ...valid, ...changes })
  t.deepEqual((await loadAgain()).problems, problems)
  return problems.map(renderProblem)
}

/** One of the valid documents with a piece of its text changed. */
export function changed(file: keyof typeof valid, piece: string, to: string): Files {
  const text = valid[file]
  if (!text.includes(piece)) throw new Error(`${file} does not hold ${JSON.stringify(piece)}`)
  return { [file]: text.replace(piece, () => to) }
}

/** A second API beside the valid one, published with it. */
export function secondApi(change: (text: string) => string): Files {
  const text = valid['apis/customers.yaml'].replace('x-ibm-name: customers', 'x-ibm-name: orders')
  return {
    'apis/orders.yaml': change(text),
    ...changed('catalogs/sandbox/products/shop.yaml', 'apis:\n', 'apis:\n  orders: { name: "orders:1.0.0" }\n'),
  }
}
