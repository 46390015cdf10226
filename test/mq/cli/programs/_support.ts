/** A data folder with a running queue manager QM1, and a terminal whose programs call it over the socket. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { MqProgram, Terminal } from '../../../../src/mq/cli/common/mq-program.ts'
import { openTerminal } from '../../../../src/mq/cli/programs/open-terminal.ts'
import { openStandardInput } from '../../../../src/mq/cli/programs/standard-input.ts'
import { type Connection, openInstallation } from '../../../../src/mq/manager/index.ts'
import { mqParts } from '../../../../src/mq/parts.ts'
import { operatorPrincipal } from '../../../../src/mq/runtime/index.ts'
import { serveMqi } from '../../../../src/mq/runtime/mqi/serve-mqi.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

export interface ProgramBench {
  folder: string
  connection: Connection
  /** Runs a program with its arguments and lines of standard input. */
  run(
    program: MqProgram,
    line: string,
    input?: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<ProgramResult>
  /** The terminal of a program that is run by hand; `written` collects its output. */
  terminal(written: string[], input?: Iterable<string> | AsyncIterable<string>): Terminal
  close(): Promise<void>
}

export interface ProgramResult {
  status: number
  output: string
  stderr: string
}

export async function openProgramBench(commands: readonly string[] = []): Promise<ProgramBench> {
  const folder = await mkdtemp(join(tmpdir(), 'mq-programs-'))
  const installation = await openInstallation({
    folder: join(folder, 'qm'),
    clock: Date.now,
    log: silentLog,
    verifyPassword: async (user, password) =>
      password === `${user}-password` ? { name: user, groups: [], privileged: false } : undefined,
    parts: mqParts,
  })
  const listener = await serveMqi(folder, installation, operatorPrincipal)
  const manager = await installation.create('QM1', { isDefault: true })
  await manager.start()
  const connection = manager.connect({ name: 'setup', groups: [], privileged: true })
  for (const command of commands) {
    const { completionCode, responses } = await connection.command(command)
    if (completionCode !== 0) throw new Error(`${command}: ${responses[0]?.messages.join(' ')}`)
  }

  const places = { data: folder, installation: join(folder, 'qm'), settings: folder, logs: folder }
  const terminal = (
    written: string[],
    input: Iterable<string> | AsyncIterable<string> = [],
    errors: string[] = [],
    environment: Terminal['environment'] = {},
  ): Terminal => ({
    ...openTerminal(places, environment, async () => true),
    readLines: async function* () {
      yield* input
    },
    write: (text) => void written.push(text.toString()),
    writeError: (text) => void errors.push(text),
  })

  return {
    folder,
    connection,
    terminal,
    async close() {
      await listener.close()
      await installation.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
    async run(program, line, input = [], environment = {}) {
      const [written, errors]: string[][] = [[], []] as string[][]
      const args = line === '' ? [] : line.split(' ')
      const standardInput = openStandardInput(Readable.from(input.map((each) => `${each}\n`)), () => {})
      const status = await program.run(args, {
        ...terminal(written as string[], [], errors, environment),
        ...standardInput,
      })
      return { status, output: (written as string[]).join(''), stderr: (errors as string[]).join('') }
    },
  }
}
