import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { replaceFile } from '../../../../src/shared/lib/files/replace-file.ts'
import { compileShim, shimsMissing } from '../../../_support/disk-shim.ts'

const onLinux = shimsMissing ? test.skip : test
const skipped = shimsMissing ? ` (skipped: ${shimsMissing})` : ''
const mode = (file: string) => statSync(file).mode & 0o777

for (const [title, before, options, after] of [
  ['a new file is readable by all', undefined, {}, 0o644],
  ['a new secret is for its owner only', undefined, { mode: 0o600 }, 0o600],
  ['a file keeps its mode', 0o640, {}, 0o640],
  ['a file keeps its mode whatever the umask', 0o666, {}, 0o666],
  ['a file that becomes a secret is for its owner only', 0o666, { mode: 0o600 }, 0o600],
] as const) {
  test(title, async (t) => {
    const folder = folderFor(t)
    const file = join(folder, 'a')
    if (before !== undefined) writeFileSync(file, 'old')
    if (before !== undefined) chmodSync(file, before)
    await replaceFile(file, Buffer.from('new'), options)
    t.is(readFileSync(file, 'utf8'), 'new')
    t.is(mode(file), after)
    t.deepEqual(readdirSync(folder), ['a'])
  })
}

test('a symbolic link stays, and the file that it names is replaced', async (t) => {
  const folder = folderFor(t)
  mkdirSync(join(folder, 'elsewhere'))
  const target = join(folder, 'elsewhere', 'b')
  writeFileSync(target, 'old', { mode: 0o600 })
  symlinkSync(target, join(folder, 'a'))
  await replaceFile(join(folder, 'a'), 'new')
  t.true(lstatSync(join(folder, 'a')).isSymbolicLink())
  t.is(readFileSync(target, 'utf8'), 'new')
  t.is(mode(target), 0o600)
})

test('replacements at the same time leave one of the contents', async (t) => {
  const folder = folderFor(t)
  const contents = Array.from({ length: 10 }, (_, number) => String(number).repeat(50_000))
  await Promise.all(contents.map((content) => replaceFile(join(folder, 'a'), content)))
  t.true(contents.includes(readFileSync(join(folder, 'a'), 'utf8')))
  t.deepEqual(readdirSync(folder), ['a'])
})

const asRoot = process.getuid?.() === 0 ? test : test.skip
asRoot('a file of another user keeps its owner', async (t) => {
  const file = join(folderFor(t), 'a')
  writeFileSync(file, 'old')
  spawnSync('chown', ['1234:1235', file])
  await replaceFile(file, 'new')
  t.like(statSync(file), { uid: 1234, gid: 1235 })
})

onLinux(`the content is synced before the rename, and the folder after it${skipped}`, (t) => {
  const { trace, error } = traced(t)
  t.is(error, '')
  t.deepEqual(trace, ['fsync .a.x.part', 'rename a', 'fsync folder'])
})

for (const step of ['fsync .a', 'rename a']) {
  onLinux(`the old file stays alone when "${step}" fails${skipped}`, (t) => {
    const { error, files, content } = traced(t, step)
    t.is(error, 'EIO')
    t.deepEqual(files, ['a'])
    t.is(content, 'old')
  })
}

onLinux(`a folder that cannot be synced is reported${skipped}`, (t) => {
  t.is(traced(t, 'fsync folder').error, 'EIO')
})

/** Replaces a file in a process whose calls to the disk are written down; the call that begins with `fail` fails. */
function traced(t: ExecutionContext, fail?: string) {
  const outer = folderFor(t)
  const library = compileShim(
    fileURLToPath(new URL('../../../_support/traced-disk.c', import.meta.url)),
    join(outer, 'traced.so'),
  )
  const folder = join(outer, 'folder')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a'), 'old')
  const module = fileURLToPath(new URL('../../../../src/shared/lib/files/replace-file.ts', import.meta.url))
  const script = `import { replaceFile } from ${JSON.stringify(module)}
    await replaceFile(${JSON.stringify(join(folder, 'a'))}, 'new').catch((error) => process.stdout.write(error.code))`
  const trace = join(outer, 'trace')
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: '', LD_PRELOAD: library, TRACE: trace, ...(fail && { FAIL: fail }) },
  })
  return {
    error: stdout,
    trace: existsSync(trace)
      ? readFileSync(trace, 'utf8')
          .trim()
          .replace(/\.a\.\w+\.part/, '.a.x.part')
          .split('\n')
      : [],
    files: readdirSync(folder),
    content: readFileSync(join(folder, 'a'), 'utf8'),
  }
}

function folderFor(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-replace-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
