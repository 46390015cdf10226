import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { convertTextFile } from '../../../../../../src/mq/parts/file-transfer/engine/files/text-conversion.ts'

// The code page has bytes without a character, which decode to U+FFFD.
test('the replacement character is no character of a code page', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'mft-text-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const [source, target] = [join(folder, 'source'), join(folder, 'target')]
  await writeFile(source, 'a\uFFFDb')
  const conversion = convertTextFile(source, target, { to: 'iso-8859-3' })
  await t.throwsAsync(conversion, { message: /iso-8859-3 has no character U\+FFFD/ })
})
