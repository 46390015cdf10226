import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { readOpenApi } from '../../../../../src/gateway/parts/import/commands/read-openapi.ts'

test('a named pipe without a writer is refused, and does not hang', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-pipe-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const location = join(folder, 'pipe.yaml')
  execFileSync('mkfifo', [location])
  await t.throwsAsync(readOpenApi({ location, allowOutside: false, allowUrls: false }), {
    message: /pipe\.yaml is a pipe or a device: name a regular file or a URL/,
  })
})
