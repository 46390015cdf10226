import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { loadConfig } from '../../../../../src/gateway/config/index.ts'
import { testCommand } from '../../../../../src/gateway/parts/document-tests/commands/test-command.ts'
import { initCommand } from '../../../../../src/gateway/parts/import/init/init-command.ts'
import { type GatewayInstance, openGatewayInstance } from '../../../../../src/gateway/runtime/app/gateway-instance.ts'
import { parseArguments } from '../../../../../src/shared/cli/common/parse-arguments.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'
import { parts } from '../../../../_support/commands.ts'
import { temporaryFolder } from '../../../../_support/product.ts'
import { typeTables } from '../../../_support/tables.ts'
import { publicFiles } from './_public-files.ts'

const run = promisify(execFile)
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

let handle: RequestListener
const gateway = await listen((request, response) => handle(request, response))
const upstream = await listen(async (request, response) => {
  const body = await text(request)
  response.end(`upstream ${`${request.method} ${request.url} ${body}`.trim()}`)
})
process.env.SLUICE_PORT = String((gateway.address() as AddressInfo).port)
const backend = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
test.after.always(() => {
  for (const server of [gateway, upstream]) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

let app: GatewayInstance | undefined
test.after.always(() => app?.close())

/** Serves the documents of a folder behind the port that the printed commands name. */
async function serve(folder: string): Promise<void> {
  const { config, problems } = await loadConfig(folder, typeTables, { SLUICE_DATA: join(folder, 'data') })
  if (!config) throw new Error(problems.map(({ message }) => message).join('\n'))
  if (app) return (await app.prepare(config)).adopt()
  const store = openMemoryStore({ clock: Date.now })
  app = await openGatewayInstance({
    tables: typeTables,
    keptCalls: { folder: undefined, workerCount: 1 },
    documentsFolder: folder,
    config,
    baseUrl: 'http://gateway.test',
    store,
    log: silentLog,
    clock: Date.now,
    counters: {
      limits: store,
      attempts: store,
      rejectsUncounted: false,
      problem: () => undefined,
      close: async () => {},
    },
    writeCallLine: () => {},
    upstreamClient: 'built-in',
    tracing: undefined,
    broadcast: () => {},
    isRefused: () => false,
    requestPrimary: () => Promise.reject(new Error('there is no primary')),
    parts: [],
  })
  handle = app.handleRequest
}

for (const [title, { text: openApi, request, prints, omits }] of Object.entries(publicFiles))
  test.serial(`the printed call reaches the API of a file with ${title}`, async (t) => {
    if (!hasCurl) return t.pass('curl is missing')
    const [folder, remove] = await temporaryFolder()
    t.teardown(remove)
    await writeFile(join(folder, 'api.yaml'), openApi)
    const documents = join(folder, 'gateway')
    let output = ''
    const args = [documents, '--openapi', join(folder, 'api.yaml'), '--backend', backend, '--yes']
    await initCommand.run(
      parseArguments(initCommand, args, (written) => {
        output += written
      }),
      parts,
    )
    await serve(documents)

    const commands = /into another shell[^\n]*\n\n([\s\S]*?)\n\nThe client id/.exec(output)?.[1] ?? ''
    const { stdout } = await run('sh', ['-c', commands])
    if (request.source.startsWith('^HEAD')) t.regex(stdout, /^HTTP\/1\.1 200 /)
    else t.regex(stdout.replace(/^upstream /, ''), request, `${output}\n${stdout}`)
    if (prints) t.regex(output, prints)
    if (omits) t.notRegex(commands, omits)
    if (output.includes('Tests of the documents are beside them')) await passesItsTests(t, documents)
  })

/** Runs the tests that `init` wrote beside the documents. A file whose call needs a password or a secret has none. */
async function passesItsTests(t: ExecutionContext, documents: string): Promise<void> {
  let output = ''
  const write = (written: string) => {
    output += written
  }
  const status = await testCommand.run(parseArguments(testCommand, [documents], write), parts)
  t.is(status, 0, output)
}

test.serial('a file without operations has nothing to call', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(folder, 'api.yaml'), 'openapi: 3.1.0\ninfo: { title: Hooks, version: "1" }\npaths: {}\n')
  let output = ''
  await initCommand.run(
    parseArguments(
      initCommand,
      [join(folder, 'gateway'), '--openapi', join(folder, 'api.yaml'), '--yes'],
      (written) => {
        output += written
      },
    ),
    parts,
  )
  t.regex(output, /has 0 operations, so there is nothing to call yet/)
  t.notRegex(output, /curl/)
})
