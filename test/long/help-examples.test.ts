/** Runs the examples of every help text as they are printed, beside a running sandbox. */
import { execFile } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import { describeCommand, describeOwnCommand } from '../../src/shared/cli/help/index.ts'
import { commands, mqCommands } from '../_support/commands.ts'
import { copyDocuments } from '../_support/documents.ts'
import { startProduct, temporaryFolder } from '../_support/product.ts'
import { compileCache, findCommand } from '../_support/product-package.ts'

/**
 * Examples that run until they are ended, need another machine, end what the others need, or need a task or monitor of file transfer.
 * Other tests run these commands.
 */
const notHere =
  /^(.* )?sluice (sandbox|start|mqweb|demo|mock|tail|restore)|example\.com|(^|=\S+ )(strmqweb|endmqweb)|^(add|rmv)mqinf|^fte(Start|Stop)Agent|^fte\w*Monitor /

/** What examples read. */
const files: Readonly<Record<string, string>> = {
  'orders.yaml': `openapi: 3.0.3
info: { title: Orders, version: 1.0.0 }
servers: [{ url: http://127.0.0.1:3000 }]
paths: { /orders: { get: { responses: { "200": { description: Every order } } } } }
`,
  'secret.txt': 'a long secret\n',
  'messages.txt': 'one\ntwo\n',
  'rules.txt': 'INPUTQM(QM1) WAIT(NO)\nACTION(RETRY) RETRY(1)\n',
  'objects.mqsc': 'DEFINE QLOCAL(ORDERS) REPLACE\n',
}

/** Examples that name something that is not there: they say so. */
const refused: Readonly<Record<string, RegExp>> = {
  'rcrmqobj ': /no media image/,
  'sluice why a1b2c3d4': /a1b2c3d4-0000-4000-8000-000000000000/,
  'fteCancelTransfer ': /414d5120514d31202020202020202020/i,
  'fteDeleteScheduledTransfer ': /1/,
}

test('the examples of every command work as they are printed', async (t) => {
  const [folder, remove] = await temporaryFolder()
  const bin = join(folder, 'bin')
  const programs = dirname(await findCommand('sluice'))
  const described = [...commands.map(describeCommand), ...mqCommands.map(describeOwnCommand)]
  await mkdir(bin)
  for (const name of new Set(described.map(({ call }) => String(call.split(' ')[0])))) {
    await writeFile(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${programs}/${name}.js" "$@"\n`)
    await chmod(join(bin, name), 0o755)
  }
  const [data, documents] = [join(folder, 'data'), join(folder, 'documents')]
  await copyDocuments(documents)
  const product = await startProduct(data, { SLUICE_CONFIG: documents })
  t.teardown(async () => {
    await product.stop()
    await remove()
  })
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(documents, name), text)
  }
  await mkdir(join(data, 'transfer/AGENT1'), { recursive: true })
  await writeFile(join(data, 'transfer/AGENT1/hello.txt'), 'hello\n')
  const port = (url: string) => new URL(url).port
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    NODE_COMPILE_CACHE: compileCache,
    SLUICE_CONFIG: documents,
    SLUICE_DATA: data,
    SLUICE_PORT: port(product.gateway),
    SLUICE_ADMIN_PORT: port(product.management),
    SLUICE_MQWEB_PORT: port(product.mqweb),
    SLUICE_AUTH_PORT: String(/authentication URL +http:\/\/127\.0\.0\.1:(\d+)/.exec(product.output())?.[1]),
    SLUICE_CUSTOMERS_PORT: String(/customer API +http:\/\/127\.0\.0\.1:(\d+)/.exec(product.output())?.[1]),
  }
  const run = (text: string) =>
    new Promise<{ status: number; output: string }>((resolve) => {
      const child = execFile('bash', ['-c', text], { env, cwd: documents, timeout: 60_000 }, (_, output, errors) =>
        resolve({ status: child.exitCode ?? -1, output: output + errors }),
      )
      child.stdin?.end()
    })

  const failed: string[] = []
  for (const example of described.flatMap(({ examples }) => examples).filter((each) => !notHere.test(each))) {
    const { status, output } = await run(example)
    const [, expected] = Object.entries(refused).find(([start]) => example.startsWith(start)) ?? []
    if (expected ? !expected.test(output) : status !== 0) failed.push(`${example}\n${status} ${output.slice(0, 500)}`)
  }
  t.deepEqual(failed, [])
})
