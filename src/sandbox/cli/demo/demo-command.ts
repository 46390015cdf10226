/** `sluice demo`: a gateway for an OpenAPI file, with a mock of the API behind it. Nothing else is needed to try a file. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatewayPart, GatewayParts } from '../../../gateway/part.ts'
import { readSettings } from '../../../gateway/runtime/settings/index.ts'
import { defineCommand, type OpenApiFile, openApiFileOptions } from '../../../shared/cli/common/command.ts'
import { exitAfterGrace, waitForSignal } from '../../../shared/cli/common/wait-for-signal.ts'
import { loadOpenApiImport } from '../mock/load-openapi-import.ts'

/** Defaults for one machine; the environment overrides them. */
const demoDefaults = {
  SLUICE_WORKERS: '1',
  SLUICE_DRAIN_DELAY_SECONDS: '0',
  SLUICE_WARM_UP_CALLS: '0',
  SLUICE_LOG: 'warn',
}

export const demoCommand = defineCommand({
  name: 'demo',
  summary: 'try an OpenAPI file: a gateway in front of a mock of its API, with a call to paste',
  words: 'FILE|URL',
  options: openApiFileOptions,

  async run({ positionals: [location = ''], options, write }, { gatewayParts }: GatewayParts) {
    const source = { ...options, location }
    const folder = await mkdtemp(join(tmpdir(), 'sluice-demo-'))
    try {
      return await serveDemo(source, folder, gatewayParts, write)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

async function serveDemo(
  source: OpenApiFile,
  folder: string,
  parts: readonly GatewayPart[],
  write: (text: string) => void,
): Promise<number> {
  const signalled = waitForSignal() // a signal during the start ends the demo as well
  const [{ describeOperations }, { startDemoGateway, startMock }, { readStarter }] = await Promise.all([
    import('../mock/describe-operations.ts'),
    import('../../demo/index.ts'),
    loadOpenApiImport('demo', parts),
  ])
  const starter = await readStarter(source, parts)
  const operations = await describeOperations(starter.document, source.location)
  const mock = await startMock(operations, 0, (line) => write(`  mock  ${line}`))
  try {
    const [documents, data] = [join(folder, 'documents'), join(folder, 'data')]
    const { name, notes, renderCall } = await starter.write(documents, data, mock.url)
    for (const note of notes) write(`${note}\n`)
    const gateway = await startDemoGateway(
      readSettings({ ...demoDefaults, ...process.env, SLUICE_CONFIG: documents, SLUICE_DATA: data }),
      parts,
    )
    if (!gateway) return 1
    write(`demo ready: the gateway at ${gateway.url}, a mock of ${name} behind it\n\n`)
    write(`${renderCall(gateway.url)}\n\n`)
    write(`To keep it: sluice init DIR --openapi ${source.location}. Ctrl-C ends the demo and removes its files.\n`)
    await signalled
    exitAfterGrace(0)
    await gateway.close()
    return 0
  } finally {
    await mock.close()
  }
}
