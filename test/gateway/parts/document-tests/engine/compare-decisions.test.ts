import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { KeptCall } from '../../../../../src/gateway/contract/access/explanation.ts'
import { compareDecisions } from '../../../../../src/gateway/parts/document-tests/engine/index.ts'
import { gatewayParts as parts } from '../../../../../src/gateway/parts.ts'
import { loadDocuments } from '../../../../../src/gateway/runtime/documents/index.ts'
import { keepRevision, readDocumentTexts } from '../../../../../src/gateway/runtime/revisions/index.ts'
import { type Files, folderWith, valid } from '../../../config/_support/folder.ts'

const scopeOf = (scope: string) => ({
  'apis/customers.yaml': valid['apis/customers.yaml']
    .replace('oauth-1: [customer]', `oauth-1: [${scope}]`)
    .replace('scopes: { customer: Customers }', 'scopes: { customer: Customers, orders: Orders }'),
})

const at = Date.now() - 60_000

/** A call that was served by documents that are no longer kept. */
const served: KeptCall = {
  requestId: 'call-1',
  at,
  method: 'GET',
  path: '/acme/sandbox/customers/v1/customers',
  status: 200,
  reason: 'served',
  catalog: '/acme/sandbox',
  application: 'app',
  checks: [],
  revision: '0000000000',
  api: 'customers:1.0.0',
  operation: 'list',
  clientId: 'app-id',
  scopes: ['customer'],
  credentials: ['bearer'],
}

/** Compares the decisions of documents with those of the gateway, which runs others than its folder has now. */
async function compare(t: ExecutionContext, running: Files, next: Files, onDisk: Files) {
  const [runningFolder, folder, nextFolder] = await Promise.all(
    [running, onDisk, next].map((each) => folderWith(t, each)),
  )
  const dataFolder = join(folder as string, '.data')
  const callFolder = join(dataFolder, 'calls')
  await mkdir(callFolder, { recursive: true })
  const name = `${new Date(at).toISOString().slice(0, 13)}.jsonl`
  await writeFile(join(callFolder, name), `${JSON.stringify(served)}\n`)
  const environment = {}
  const load = async (configFolder: string) => {
    const { config, problems } = await loadDocuments({ configFolder, environment }, parts, { sandbox: true })
    if (!config) throw new Error(JSON.stringify(problems))
    return config
  }
  await keepRevision({
    dataFolder,
    folder: folder as string,
    revision: (await load(runningFolder as string)).revision,
    texts: await readDocumentTexts(runningFolder as string),
    changes: [],
  })
  const options = { parts, folder: folder as string, environment, dataFolder, callFolder, since: at - 1, maxCalls: 10 }
  return compareDecisions(await load(nextFolder as string), options)
}

test('documents that decide like those that run change no call, whatever decided it then', async (t) => {
  t.like(await compare(t, scopeOf('orders'), scopeOf('orders'), {}), { replayed: 1, changed: [] })
})

test('a call that other documents would decide differently is compared with the documents that run', async (t) => {
  const { changed } = await compare(t, scopeOf('orders'), {}, scopeOf('orders'))
  t.like(changed[0], { before: { reason: 'scope_insufficient' }, after: { reason: 'served' } })
  const { changed: refused } = await compare(
    t,
    {},
    { 'apis/customers.yaml': valid['apis/customers.yaml'].replace('get:', 'put:') },
    scopeOf('orders'),
  )
  t.like(refused[0], { before: { reason: 'served' }, call: { requestId: 'call-1' } })
})
