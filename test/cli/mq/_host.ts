/** An MQ host in this process, for tests of control commands. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { mqCommands } from '../../../src/cli/mq/commands/index.ts'
import { silentLog } from '../../../src/lib/output/log.ts'
import { openMqwebServer } from '../../../src/mqweb/index.ts'
import { openInstallation } from '../../../src/qm/index.ts'
import { openFileTransferControl } from '../../../src/runtime/mq/file-transfer-control.ts'
import type { MqHost } from '../../../src/runtime/mq/mq-command.ts'
import { runMqCommand } from '../../../src/runtime/mq/run-mq-command.ts'
import { openWebServerControl } from '../../../src/runtime/mq/web-server-control.ts'

/** Opens a host with a data folder of its own, until the test ends. */
export async function openHost(t: ExecutionContext): Promise<MqHost> {
  const folder = await mkdtemp(join(tmpdir(), 'mq-commands-'))
  await writeFile(join(folder, 'mqwebuser.xml'), '<server>\n  <!-- mine -->\n</server>\n')
  const installation = await openInstallation({ folder, clock: Date.now, log: silentLog })
  const options = {
    installation,
    folder,
    host: '127.0.0.1',
    port: 0,
    log: silentLog,
    clock: Date.now,
    environment: {},
  }
  const web = openWebServerControl(() => openMqwebServer(options))
  t.teardown(async () => {
    await web.close()
    await installation.close()
    await rm(folder, { recursive: true, force: true })
  })
  const fileTransfer = openFileTransferControl({
    installation,
    dataFolder: folder,
    clock: Date.now,
    log: silentLog,
  })
  t.teardown(fileTransfer.close)
  return { installation, settingsFolder: folder, environment: {}, web, fileTransfer }
}

/** Runs a command line, words divided by blanks. */
export function type(host: MqHost, line: string, input?: string) {
  return runMqCommand(mqCommands, line.split(' '), host, input)
}
