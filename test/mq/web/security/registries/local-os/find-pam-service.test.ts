import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import {
  findPamService,
  hasPamService,
} from '../../../../../../src/mq/web/security/registries/local-os/find-pam-service.ts'

for (const [files, expected] of [
  [['second/sluice', 'first/login', 'first/other'], 'sluice'],
  [['first/login', 'second/other'], 'login'],
  [['first/other'], 'other'],
  [[], 'other'],
] as const) {
  test(`of ${files.join(', ') || 'no files'}, the service is ${expected}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'pam-'))
    t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    const folders = [join(folder, 'first'), join(folder, 'second')]
    for (const each of folders) await mkdir(each)
    for (const file of files) await writeFile(join(folder, file), '')
    t.is(findPamService(folders), expected)
    t.is(hasPamService('sluice', folders), expected === 'sluice')
  })
}
