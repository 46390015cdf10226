import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { noAuditRotation, openAuditTrail } from '../../../../src/gateway/telemetry/audit/index.ts'

test('each action is a line with time, user and action in a file that only its owner reads', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-audit-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const audit = openAuditTrail({ dataFolder: join(folder, 'data'), rotation: noAuditRotation, now: () => 0 })
  await audit('apps create', { application: 'a\nb' })
  await Promise.all([1, 2, 3].map((number) => audit('keys rotate', { number })))

  const file = join(folder, 'data/audit.jsonl')
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  t.like(lines[0], { at: '1970-01-01T00:00:00.000Z', action: 'apps create', application: 'a\nb' })
  t.regex(lines[0].who, /^\S/)
  t.deepEqual(
    lines
      .slice(1)
      .map(({ number }) => number)
      .sort(),
    [1, 2, 3],
  )
  t.is((await stat(file)).mode & 0o777, 0o600)
})
