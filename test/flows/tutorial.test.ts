/** Runs every command of `docs/tutorial/` as it is printed, in the order of the pages, with the ports of this run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import test from 'ava'
import { eventually } from '../_support/eventually.ts'
import { temporaryFolder } from '../_support/product.ts'
import { compileCache, findCommand } from '../_support/product-package.ts'

interface Block {
  place: string
  /** What the fence says after `sh`: a server of a shell of its own, commands that fail or work after a while. */
  kind: 'server' | 'fails' | 'retry' | ''
  text: string
}

/** The ports of the pages. */
const printed = ['8080', '9443', '3000'] as const

async function findPorts(): Promise<ReadonlyMap<string, string>> {
  const servers = printed.map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => String((server.address() as AddressInfo).port))
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return new Map(printed.map((port, index) => [port, ports[index] as string]))
}

function readBlocks(ports: ReadonlyMap<string, string>): Block[] {
  const pages = globSync('docs/tutorial/[1-9]*.md').sort()
  return ['docs/tutorial/README.md', ...pages].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^```sh ?(\w*)\n(.*?)^```$/gms)].map(([, kind, text], index) => ({
      place: `${file}, block ${index + 1}`,
      kind: kind as Block['kind'],
      text: String(text).replace(/\b(8080|9443|3000)\b/g, (port) => String(ports.get(port))),
    })),
  )
}

/** What the output of a block has; the other blocks only have to succeed. */
const outputs: Readonly<Record<string, RegExp>> = {
  'docs/tutorial/1-users.md, block 5': /alice/,
  'docs/tutorial/2-api.md, block 3': /Denis/,
  'docs/tutorial/2-api.md, block 7': /^HTTP\/1\.1 401 [\s\S]*www-authenticate: Bearer realm/i,
  'docs/tutorial/2-api.md, block 8': /token/,
  'docs/tutorial/3-application.md, block 3': /"?scope/,
  'docs/tutorial/3-application.md, block 4': /Denis/,
  'docs/tutorial/4-security.md, block 1': /"Client id missing"/,
  'docs/tutorial/4-security.md, block 2': /"Cannot pass the security checks/,
  'docs/tutorial/4-security.md, block 6': /Denis/,
  'docs/tutorial/5-queue.md, block 1': /QM1.*Running/i,
  'docs/tutorial/5-queue.md, block 3': /one order/,
  'docs/tutorial/5-queue.md, block 4': /"curdepth": ?0/,
  'docs/tutorial/6-queue-and-gateway.md, block 3': /one order[\s\S]*HTTP\/1\.1 403 [\s\S]*scope="mq\.get"/,
}

test('every command of the tutorial works as it is printed', async (t) => {
  const [folder, remove] = await temporaryFolder()
  const ports = await findPorts()
  const bin = join(folder, 'bin')
  await mkdir(bin)
  // npx takes a second for each command; this one starts the same programs.
  const programs = dirname(await findCommand('sluice'))
  await writeFile(
    join(bin, 'npx'),
    `#!/bin/sh\nname=$1\nshift\nexec "${process.execPath}" "${programs}/$name.js" "$@"\n`,
  )
  await chmod(join(bin, 'npx'), 0o755)
  const environment = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    NODE_COMPILE_CACHE: compileCache,
    SLUICE_PORT: ports.get('8080'),
    SLUICE_MQWEB_PORT: ports.get('9443'),
    SLUICE_ADMIN_PORT: '0',
    SLUICE_WORKERS: '1',
    SLUICE_DRAIN_DELAY_SECONDS: '0',
  }
  const state = join(folder, 'state')
  await writeFile(state, `cd ${folder}\n`)
  const start = (text: string) =>
    spawn('bash', ['-c', `set -ae -o pipefail; . ${state}; ${text}`], { env: environment, stdio: 'pipe', cwd: folder })
  const servers: ChildProcess[] = []
  t.teardown(async () => {
    for (const server of servers) server.kill('SIGTERM')
    await run('npx endmqweb; npx endmqm -i QM1; true')
    await remove()
  })

  async function run(text: string): Promise<{ status: number | null; output: string }> {
    const child = start(`${text}\n{ export -p; echo "cd '$PWD'"; } > ${state}`)
    child.stdin.end()
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    const [status] = await once(child, 'exit')
    return { status, output }
  }

  for (const { place, kind, text } of readBlocks(ports)) {
    if (kind === 'server') {
      const server = start(`exec ${text}`)
      servers.push(server)
      let output = ''
      for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
      const isReady = await eventually(async () => {
        if (server.exitCode !== null) throw new Error(`${place} ended: ${output}`)
        return /ready/.test(output) || undefined
      })
      t.true(isReady, `${place}: ${output}`)
      continue
    }
    const expected = kind !== 'fails'
    const attempt = async () => {
      const result = await run(text)
      return kind === '' || (result.status === 0) === expected ? result : undefined
    }
    const { status = null, output = '' } = (await eventually(attempt)) ?? {}
    t.is(status === 0, expected, `${place}: ${text}\n${output}`)
    if (outputs[place]) t.regex(output, outputs[place], `${place}: ${text}`)
  }
})
