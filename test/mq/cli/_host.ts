/** An MQ host in this process, for tests of control commands. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { loadMqCommands } from '../../../src/mq/cli/commands/index.ts'
import type { Terminal } from '../../../src/mq/cli/common/mq-program.ts'
import { runmqsc } from '../../../src/mq/cli/runmqsc/runmqsc.ts'
import { openInstallation } from '../../../src/mq/manager/index.ts'
import { mqParts } from '../../../src/mq/parts.ts'
import {
  type MqCommandResult,
  type MqHost,
  operatorPrincipal,
  runMqCommand,
} from '../../../src/mq/runtime/mq-command.ts'
import { MqiCallError } from '../../../src/mq/runtime/mqi/wire.ts'
import { openHostServices } from '../../../src/mq/runtime/open-mq-host.ts'
import { openWebServerControl } from '../../../src/mq/runtime/web-server-control.ts'
import { openMqwebServer } from '../../../src/mq/web/index.ts'
import { silentLog } from '../../../src/shared/lib/output/log.ts'

/** Opens a host with a data folder of its own, until the test ends. */
export async function openHost(t: ExecutionContext): Promise<MqHost> {
  const folder = await mkdtemp(join(tmpdir(), 'mq-commands-'))
  await writeFile(join(folder, 'mqwebuser.xml'), '<server>\n  <!-- mine -->\n</server>\n')
  const installation = await openInstallation({ folder, clock: Date.now, log: silentLog, parts: mqParts })
  const options = { installation, folder, host: '127.0.0.1', port: 0, log: silentLog, clock: Date.now, environment: {} }
  const web = openWebServerControl(() => openMqwebServer(options))
  t.teardown(async () => {
    await web.close()
    await installation.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const partDeps = { installation, dataFolder: folder, clock: Date.now, log: silentLog }
  const { opened: partServices, close } = await openHostServices(mqParts, partDeps)
  t.teardown(async () => void (await close()))
  return { installation, settingsFolder: folder, environment: {}, web, partServices }
}

/** Runs a command line, words divided by blanks. */
export async function type(host: Pick<MqHost, 'installation'>, line: string, input = ''): Promise<MqCommandResult> {
  const [name, ...args] = line.split(' ')
  if (name === 'runmqsc') return typeScript(host, args, input)
  return runMqCommand(await loadMqCommands(mqParts), line.split(' '), host as MqHost, input)
}

/** Runs `runmqsc` as the terminal of the host's machine does, without a socket between them. */
async function typeScript({ installation }: Pick<MqHost, 'installation'>, args: string[], input: string) {
  const result = { status: 0, output: '', stderr: '' }
  const terminal = {
    readLines: async function* () {
      yield* input.split('\n')
    },
    write: (text: string) => {
      result.output += text
    },
    writeError: (text: string) => {
      result.stderr += text
    },
    async connect(name: string) {
      const manager = installation.find(name)
      if (!manager) throw new MqiCallError(2058, name)
      if (manager.state !== 'running') throw new MqiCallError(2059, name)
      const connection = manager.connect(operatorPrincipal, { name: 'runmqsc' })
      const close = () => void connection.close()
      return { manager: name, command: (text: string) => connection.command(text), [Symbol.dispose]: close }
    },
  } as unknown as Terminal
  result.status = await runmqsc.run(args, terminal)
  return result
}
