/** The queue managers of the sandbox, created at the first start, with web server and control commands. */
import { readFile } from 'node:fs/promises'
import type { Settings } from '../../gateway/runtime/settings/index.ts'
import type { Installation } from '../../mq/manager/index.ts'
import { readScript } from '../../mq/manager/mqsc/script/index.ts'
import type { MqPart } from '../../mq/part.ts'
import {
  findDataFolders,
  type MqCommand,
  type MqHost,
  openMqHost,
  operatorPrincipal,
  runMqCommand,
  serveCommands,
} from '../../mq/runtime/index.ts'
import { ensureSettingsFile } from '../../mq/web/index.ts'
import { makeFolder } from '../../shared/lib/files/make-folder.ts'
import { openLog } from '../../shared/lib/output/log.ts'
import { findAsset } from '../../shared/lib/package/source-files.ts'

export type RunningMqweb = Awaited<ReturnType<typeof startMqweb>>

const queueManager = 'QM1'
const script = findAsset('sandbox/samples/queue-manager.mqsc')

/** Opens the installation of the sandbox and starts its web server. */
export async function startMqweb(
  settings: Settings,
  loadCommands: () => Promise<readonly MqCommand[]>,
  parts: readonly MqPart[],
) {
  const { mqwebPort: port, mqMinFreeBytes: minFreeBytes, environment, logLevel } = settings
  const folders = findDataFolders(environment)
  const log = openLog({ level: logLevel, name: 'mqweb' })

  await makeFolder(folders.data, { mode: 0o700 })
  const readWebSettings = () => ({ port, connections: settings.connections })
  const sampleQueueManager = queueManager
  const commands = await loadCommands()
  const host = await openMqHost({ folders, environment, log, minFreeBytes, parts, readWebSettings, sampleQueueManager })
  try {
    await ensureSettingsFile(folders.settings, 'sandbox')
    await prepareQueueManager(commands, host)
    const server = await host.web.start()
    const commandListener = await serveCommands(folders.data, commands, host)
    return {
      url: server.url,
      port: server.port,
      /** Ends gets that wait for a message, as if their wait had expired. */
      endWaits: server.endWaitingGets,
      /** Returns the metrics of the queue managers and the web server; empty while the web server is stopped. */
      metrics: async () => (await host.web.running?.renderMetrics()) ?? '',
      /** Ends the web server, then the queue managers; calls in flight finish. */
      async close(): Promise<void> {
        await commandListener.close()
        await host.close()
      },
    }
  } catch (error) {
    await host.close()
    throw error
  }
}

/** Creates the queue manager of the sandbox when there is none, and starts it. */
async function prepareQueueManager(commands: readonly MqCommand[], host: MqHost): Promise<void> {
  const isNew = !host.installation.find(queueManager)
  if (isNew) await run(commands, host, ['crtmqm', '-q', queueManager])
  await run(commands, host, ['strmqm', queueManager])
  if (isNew) await defineObjects(host.installation)
}

async function defineObjects(installation: Installation): Promise<void> {
  const connection = installation.find(queueManager)?.connect(operatorPrincipal, { name: 'sandbox' })
  const lines = (await readFile(script, 'utf8')).split('\n')
  for await (const { command } of readScript(lines)) {
    const outcome = command === undefined ? undefined : await connection?.command(command)
    if (outcome && outcome.completionCode !== 0)
      throw new Error(`${script}: ${command}: ${outcome.responses[0]?.messages[0]}`)
  }
  await connection?.close()
}

async function run(commands: readonly MqCommand[], host: MqHost, words: readonly string[]): Promise<void> {
  const { status, output, stderr = '' } = await runMqCommand(commands, words, host)
  if (status !== 0) throw new Error(`${words.join(' ')} ended with status ${status}\n${stderr}${output}`)
}
