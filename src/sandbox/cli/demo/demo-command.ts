/** `sluice demo`: a gateway for an OpenAPI file, with a mock of the API behind it. Nothing else is needed to try a file. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatewayPart, GatewayParts } from '../../../gateway/part.ts'
import { renderNote } from '../../../gateway/parts/import/commands/import-report.ts'
import type { ReadOpenApiOptions } from '../../../gateway/parts/import/commands/read-openapi.ts'
import { readSettings } from '../../../gateway/runtime/settings/index.ts'
import { defineCommand, openApiFileOptions } from '../../../shared/cli/common/command.ts'
import { exitAfterGrace, waitForSignal } from '../../../shared/cli/common/wait-for-signal.ts'

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
  source: ReadOpenApiOptions,
  folder: string,
  parts: readonly GatewayPart[],
  write: (text: string) => void,
): Promise<number> {
  const signalled = waitForSignal() // a signal during the start ends the demo as well
  const [{ describeOperations }, { startDemoGateway, startMock }, { readStarterApi }, { readAnswers }] =
    await Promise.all([
      import('../mock/describe-operations.ts'),
      import('../../demo/index.ts'),
      import('../../../gateway/parts/import/init/starter-api.ts'),
      import('../../../gateway/parts/import/init/questions.ts'),
    ])
  const [{ writeStarter }, { renderCallToTry }] = await Promise.all([
    import('../../../gateway/parts/import/init/write-starter.ts'),
    import('../../../gateway/parts/import/init/next-steps.ts'),
  ])
  const { document, presets, convert } = await readStarterApi(source)
  const operations = await describeOperations(document, source.location)
  const mock = await startMock(operations, 0, (line) => write(`  mock  ${line}`))
  try {
    const answers = { ...(await readAnswers({}, { source: undefined, presets })), backend: mock.url }
    const api = convert(answers)
    const data = join(folder, 'data')
    const starter = await writeStarter(join(folder, 'documents'), { answers, api }, parts, data)
    for (const note of api.notes) write(`${renderNote(note)}\n`)
    const gateway = await startDemoGateway(
      readSettings({ ...demoDefaults, ...process.env, SLUICE_CONFIG: join(folder, 'documents'), SLUICE_DATA: data }),
      parts,
    )
    if (!gateway) return 1
    write(`demo ready: the gateway at ${gateway.url}, a mock of ${answers.api} behind it\n\n`)
    write(`${renderCallToTry({ answers, api }, starter, gateway.url)}\n\n`)
    write(`To keep it: sluice init DIR --openapi ${source.location}. Ctrl-C ends the demo and removes its files.\n`)
    await signalled
    exitAfterGrace(0)
    await gateway.close()
    return 0
  } finally {
    await mock.close()
  }
}
