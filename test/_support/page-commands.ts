/**
 * Runs the commands of pages as they are printed, in the order of the pages. A fence `sh server` is a server of a shell of its own,
 * `sh fails` has commands that fail, and those of `sh retry` work after a while.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { eventually } from './eventually.ts'
import { findFreePort } from './free-port.ts'
import { temporaryFolder } from './product.ts'
import { compileCache, findCommand } from './product-package.ts'

interface Block {
  place: string
  kind: 'server' | 'fails' | 'retry' | ''
  text: string
}

/** The ports of the pages, in whose place a run has free ones. */
const printed = ['8080', '9443', '3000', '5672', '1415'] as const

async function findPorts(): Promise<ReadonlyMap<string, string>> {
  return new Map(await Promise.all(printed.map(async (port) => [port, String(await findFreePort())] as const)))
}

function readBlocks(pages: readonly string[], ports: ReadonlyMap<string, string>): Block[] {
  return pages.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^```sh ?(\w*)\n(.*?)^```$/gms)].map(([, kind, text], index) => ({
      place: `${file}, block ${index + 1}`,
      kind: kind as Block['kind'],
      text: withPorts(String(text), ports),
    })),
  )
}

function withPorts(text: string, ports: ReadonlyMap<string, string>): string {
  return text.replace(new RegExp(`\\b(${printed.join('|')})\\b`, 'g'), (port) => String(ports.get(port)))
}

export interface PagesToRun {
  pages: readonly string[]
  outputs: Readonly<Record<string, RegExp>>
  first?: { server: string; commands: string }
  without?: readonly string[]
  last: string
}

/**
 * Runs every block of the pages in an empty folder, and ends what it started. `outputs` has what the output of a block must have, by
 * its place, such as `docs/tutorial/1-users.md, block 5`; the other blocks only have to succeed. `first` are commands for the
 * beginning, with a server that they start, and `last` for the end. `without` are places that cannot run here.
 */
export async function runPages(
  t: ExecutionContext,
  { pages, outputs, first, without = [], last }: PagesToRun,
): Promise<void> {
  const [folder, remove] = await temporaryFolder()
  const ports = await findPorts()
  const shell = await openShell(folder, ports)
  const servers: ChildProcess[] = []
  t.teardown(async () => {
    for (const server of servers) server.kill('SIGTERM')
    await shell.run(last)
    await remove()
  })
  const places = new Set<string>()

  const start: Block[] = first === undefined ? [] : [{ place: 'the server', kind: 'server', text: first.server }]
  if (first) start.push({ place: 'the preparation', kind: '', text: withPorts(first.commands, ports) })
  for (const { place, kind, text } of [...start, ...readBlocks(pages, ports)]) {
    places.add(place)
    if (without.includes(place)) continue
    if (kind === 'server') {
      const server = shell.start(`exec ${text}`)
      servers.push(server)
      let output = ''
      for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
      const isReady = await eventually(async () => {
        if (server.exitCode !== null) throw new Error(`${place} ended: ${output}`)
        return /ready/.test(output) || undefined
      })
      t.true(isReady, `${place}: ${output}`)
      continue
    }
    const expected = kind !== 'fails'
    let result = await shell.run(text)
    await eventually(async () => {
      if (kind === '' || (result.status === 0) === expected) return result
      result = await shell.run(text)
      return undefined
    })
    const { status, output } = result
    t.is(status === 0, expected, `${place}: ${text}\n${output}`)
    if (outputs[place]) t.regex(output, outputs[place], `${place}: ${text}`)
  }
  t.deepEqual(
    [...Object.keys(outputs), ...without].filter((place) => !places.has(place)),
    [],
    'each place is that of a block',
  )
}

/** Opens a shell whose variables and folder each command leaves to the next one. */
async function openShell(folder: string, ports: ReadonlyMap<string, string>) {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  // npx takes a second for each command; this one starts the same programs. Dependencies are there: of npm, only `start` does a thing.
  const programs = dirname(await findCommand('sluice'))
  await writeFile(
    join(bin, 'npx'),
    `#!/bin/sh\nname=$1\nshift\nexec "${process.execPath}" "${programs}/$name.js" "$@"\n`,
  )
  await writeFile(
    join(bin, 'npm'),
    `#!/bin/sh\ntest "$1" = start || exit 0\nexec "${process.execPath}" "${programs}/sluice.js" sandbox\n`,
  )
  const commands = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).bin)
  for (const name of commands) await writeFile(join(bin, name), `#!/bin/sh\nexec npx ${name} "$@"\n`)
  for (const name of ['npx', 'npm', ...commands]) await chmod(join(bin, name), 0o755)
  const environment = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    NODE_COMPILE_CACHE: compileCache,
    SLUICE_PORT: ports.get('8080'),
    SLUICE_MQWEB_PORT: ports.get('9443'),
    SLUICE_ADMIN_PORT: '0',
    SLUICE_CUSTOMERS_PORT: '0',
    SLUICE_AUTH_PORT: '0',
    SLUICE_WORKERS: '1',
    SLUICE_DRAIN_DELAY_SECONDS: '0',
  }
  const state = join(folder, 'state')
  await writeFile(state, `cd ${folder}\n`)

  const start = (text: string) =>
    spawn('bash', ['-c', `set -ae -o pipefail; . ${state}; ${text}`], { env: environment, stdio: 'pipe', cwd: folder })

  async function run(text: string): Promise<{ status: number | null; output: string }> {
    const child = start(`${text}\n{ export -p; echo "cd '$PWD'"; } > ${state}`)
    child.stdin.end()
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    const [status] = await once(child, 'close')
    return { status, output }
  }
  return { start, run }
}
