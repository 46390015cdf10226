import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { findModule } from '../../../../../../src/shared/lib/package/source-files.ts'

/** Returns what the helper process writes to its standard output for an input. */
async function run(input: string): Promise<unknown> {
  const helper = findModule('mq/web/security/registries/local-os/pam-helper')
  const child = spawn(process.execPath, [helper], { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.end(input)
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(output)
}

const incomplete = 'the request must have the texts service, name and password'

for (const [title, input, reason] of [
  ['that is incomplete', '{}', incomplete],
  ['of 16,384 bytes', '{}'.padEnd(16_384), incomplete],
  ['of 16,385 bytes', '{}'.padEnd(16_385), 'the request is above 16384 bytes'],
] as const) {
  test(`the helper fails at a request ${title}`, async (t) => {
    t.deepEqual(await run(input), { outcome: 'failed', reason })
  })
}
