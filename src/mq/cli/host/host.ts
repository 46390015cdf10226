/** The MQ host: owns a data folder with queue managers, web server and control socket, and ends when none runs. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { onceAsync } from '../../../shared/lib/time/once-async.ts'
import { prepareDataFolder } from '../../../shared/process/data/index.ts'
import { readConnectionSettings, readMinFreeBytes, readMqwebSettings } from '../../../shared/process/settings/index.ts'
import type { MqPart } from '../../part.ts'
import { type DataFolders, type MqCommandResult, openMqHost, runMqCommand, serveCommands } from '../../runtime/index.ts'
import { loadHostCommands } from './host-commands.ts'

export type RunningHost = Awaited<ReturnType<typeof openHost>>

const lookEveryMs = 1_000

/** Opens the host with the rows of these parts. Rejects when another process owns the folder. */
export async function openHost(
  places: DataFolders,
  environment: Readonly<Record<string, string | undefined>>,
  log: Log,
  parts: readonly MqPart[],
) {
  await prepareDataFolder(places.data)
  const minFreeBytes = readMinFreeBytes(environment)
  const connections = readConnectionSettings(environment)
  const readWebSettings = () => ({ ...readMqwebSettings(environment), connections })
  const hostCommands = await loadHostCommands(parts)
  const host = await openMqHost({ folders: places, environment, log, minFreeBytes, parts, readWebSettings })
  const commands = await serveCommands(places.data, hostCommands, host)

  const { promise: ended, resolve: finish } = Promise.withResolvers<void>()
  const close = onceAsync(async () => {
    clearInterval(look)
    await commands.close()
    await host.close()
    finish()
  })

  // A queue manager may end long after the command that ended it.
  const look = setInterval(() => {
    const ended = host.installation.list().every(({ state }) => state.startsWith('ended'))
    if (ended && !host.web.running && commands.finishedCommands > 0 && commands.runningCommands === 0) void close()
  }, lookEveryMs)
  return {
    /** Settles when the host has ended. */
    ended,
    /** Runs a control command, as if it came through the socket. */
    run: (words: readonly string[]): Promise<MqCommandResult> => runMqCommand(hostCommands, words, host),
    /** Returns the URLs of the web server; none while it does not run. */
    webUrls: (): readonly string[] => host.web.running?.urls ?? [],
    close,
  }
}
