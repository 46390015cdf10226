/**
 * The thread of the primary must not be busy with documents. What it spends on each action with a large document is compared
 * with the whole process, which includes the thread for documents: processor time does not depend on the load of the machine.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openApplicationEdits } from '../../../../../src/gateway/parts/applications/application-edits.ts'
import { buildRunTask as buildRunEdit } from '../../../../../src/gateway/parts/applications/messages.ts'
import { openDocumentEditor } from '../../../../../src/gateway/parts/portal/host/documents/document-editor.ts'
import type { DocumentRequest } from '../../../../../src/gateway/parts/portal/index.ts'
import { buildRunTask } from '../../../../../src/gateway/parts/portal/processes/messages.ts'
import { openDocumentLoader } from '../../../../../src/gateway/runtime/documents/open-documents.ts'
import { selectCatalogs, serializeConfig } from '../../../../../src/gateway/runtime/documents/serialized-config.ts'
import { type Packed, pack, unpack } from '../../../../../src/gateway/runtime/rpc/packed.ts'
import { openDocumentThread } from '../../../../../src/gateway/runtime/threads/open-document-thread.ts'
import { openMetricsCollector } from '../../../../../src/gateway/runtime/workers/collect-metrics.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'
import type { WorkerMetrics } from '../../../../../src/shared/lib/output/prometheus.ts'
import { gatewayParts } from '../../../_support/tables.ts'
import { folderWith } from '../../../config/_support/folder.ts'
import { portalFiles } from '../_support/portal.ts'

/** Without the thread it is 0.6 to 1; with the thread, the tasks below take 0.001 to 0.03 on an idle machine. */
const maxShare = 0.5

/** An eighth of the largest text that the portal accepts. */
const largeBytes = 512 * 1024

/** Returns an API document of at least so many bytes. */
function writeLargeApi(name: string, bytes = largeBytes): string {
  const head = `openapi: 3.0.3\ninfo: { title: Big, version: 1.0.0, x-ibm-name: ${name} }\npaths: {}\ncomponents:\n  schemas:\n`
  const schema = (index: number) => `    S${index}:\n      description: ${'words '.repeat(80)}${index}\n`
  let text = head
  for (let index = 0; text.length < bytes; index += 1) text += schema(index)
  return text
}

/** Returns the part of the processor time that the calling thread spends while `work` runs. */
async function measureShare(work: () => Promise<unknown>): Promise<number> {
  const own = process.threadCpuUsage()
  const all = process.cpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(own)
  const total = process.cpuUsage(all)
  return (user + system) / (total.user + total.system)
}

async function openEditor(t: ExecutionContext) {
  const big = writeLargeApi('big')
  const folder = await folderWith(t, { ...portalFiles('owners: [owner]'), 'apis/big.yaml': big })
  const runInThread = buildRunTask(openDocumentThread())
  const edit = openDocumentEditor({
    folder,
    preview: async () => ({ problems: [], changes: [] }),
    async putToUse(_, write) {
      await write([])
      return { problems: [], isInUse: true }
    },
    runTask: (task) => runInThread('documents', { folder, environment: {}, task }),
    compare: (changes) => runInThread('compare', { folder, environment: {}, changes }),
    testSignIn: () => Promise.reject(new Error('not tested here')),
    audit: async () => {},
    clock: Date.now,
    log: silentLog,
  })
  return { edit, big, folder }
}

const file = 'apis/big.yaml'

for (const [title, prepare] of [
  ['a list', () => ({ do: 'list' })],
  ['the display of a large document', () => ({ do: 'read', file })],
  ['the references to it', () => ({ do: 'references', file })],
  ['its new name', () => ({ do: 'rename', file, name: 'bigger' })],
  [
    'a preview that changes every line',
    (text) => ({
      do: 'preview',
      by: 'owner',
      changes: [{ file, text: text.replaceAll('S', 'T').replaceAll('words', 'terms') }],
    }),
  ],
  [
    'an import',
    (text) => ({
      do: 'import',
      request: {
        catalog: 'catalogs/sandbox/catalog.yaml',
        provider: 'oauth',
        upstream: 'http://127.0.0.1:9',
        files: [{ path: 'a.yaml', text: text.replace(', x-ibm-name: big', '') }],
      },
    }),
  ],
] as [string, (text: string) => DocumentRequest][]) {
  test.serial(`the primary hardly works for ${title}`, async (t) => {
    const { edit, big } = await openEditor(t)
    const request = prepare(big)
    const results: object[] = []
    const share = await measureShare(async () => results.push(await edit(request)))
    const [result = {}] = results
    t.notRegex(JSON.stringify('packed' in result ? unpack(result as Packed<object>) : result).slice(0, 300), /refused/)
    t.true(share < maxShare, `${share}`)
  })
}

test.serial('the primary hardly works for the edit of an application among hundreds', async (t) => {
  const application = (name: string, owner = 'anna') =>
    `name: ${name}\ntitle: ${'Words '.repeat(10)}\nowner: ${owner}\ncredentials: [{ client_id: ${name} }]\n`
  const folder = await folderWith(t, portalFiles('self_signup: true, owners: [owner]'))
  const place = 'catalogs/sandbox/applications'
  await mkdir(join(folder, place), { recursive: true })
  for (let index = 0; index < 300; index += 1)
    await writeFile(join(folder, `${place}/app-${index}.yaml`), application(`app-${index}`))
  const large = `${application('large', 'dora')}# ${'words '.repeat(80_000)}\n`
  await writeFile(join(folder, `${place}/large.yaml`), large)
  const { config } = await openDocumentLoader(
    { configFolder: folder, environment: { SLUICE_DATA: folder } },
    gatewayParts,
    { sandbox: true },
  )()
  if (!config) throw new Error('the documents of this test have errors')
  const inUse = serializeConfig(config)
  const runInThread = buildRunEdit(openDocumentThread())
  const edit = openApplicationEdits({
    folder,
    load: async () => ({ problems: [] }),
    runTask: (task) => runInThread('edit', { catalogs: selectCatalogs(inUse), task }),
    reload: async () => true,
    storedApplications: () => undefined,
    audit: async () => {},
    clock: Date.now,
    log: silentLog,
  })
  const about = { catalog: '/acme/sandbox', application: 'large', by: 'dora' }
  const results: object[] = []
  const share = await measureShare(async () =>
    results.push(await edit({ ...about, do: 'change', settings: { title: 'Other words' } })),
  )
  t.like(results, [{ application: { name: 'large' } }])
  t.true(share < maxShare, `${share}`)
})

test.serial('the primary hardly works for the metrics of workers with many APIs', async (t) => {
  const values = Array.from({ length: 30_000 }, (_, index) => ({
    value: index,
    labels: { catalog: 'acme/sandbox', api: `api-${index}:1.0.0`, status: '200' },
  }))
  const calls = { name: 'sluice_calls_total', help: 'Calls', type: 'counter', aggregator: 'sum', values }
  const metrics = pack([calls] as unknown as WorkerMetrics)
  const worker = { isResponding: () => true, request: async () => metrics as never }
  const collect = openMetricsCollector(new Set([worker, { ...worker }]))
  let text = ''
  const share = await measureShare(async () => {
    text = (await collect()).text
  })
  t.regex(text, /sluice_calls_total\{catalog="acme\/sandbox",api="api-29999:1\.0\.0",status="200"\} 59998/)
  t.true(share < maxShare, `${share}`)
})
