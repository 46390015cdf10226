import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { buildUnifiedDiff } from '../../../../src/gateway/lib/text/unified-diff.ts'

test('shows the changed lines with three lines around them', (t) => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\n'
  t.is(
    buildUnifiedDiff('x.yaml', before, before.replace('e\n', 'E\n')),
    '--- a/x.yaml\n+++ b/x.yaml\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n',
  )
})

test('a change further down has line numbers of both texts', (t) => {
  const lines = Array.from({ length: 30 }, (_, index) => `${index + 1}\n`)
  const changed = lines.with(4, 'five\nand a half\n').with(24, '')
  const hunks = buildUnifiedDiff('x', lines.join(''), changed.join('')).match(/^@@.*@@$/gm)
  t.deepEqual(hunks, ['@@ -2,7 +2,8 @@', '@@ -22,7 +23,6 @@'])
})

test('equal texts have no difference', (t) => {
  t.is(buildUnifiedDiff('x', 'a\n', 'a\n'), '')
})

test('a file that is added or removed is compared with /dev/null', (t) => {
  t.is(buildUnifiedDiff('x', undefined, 'a\n'), '--- /dev/null\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n')
  t.is(buildUnifiedDiff('x', 'a\n', undefined), '--- a/x\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n')
})

test('git applies the patch of random changes, and gets the new text', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-diff-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 15; round += 1) {
    const lines = Array.from({ length: 1 + random(60) }, () => `line ${random(9)}`)
    const changed = [...lines]
    for (let edit = 0; edit <= random(6); edit += 1)
      changed.splice(
        random(changed.length + 1),
        random(4),
        ...Array.from({ length: random(4) }, () => `new ${random(9)}`),
      )
    const before = `${lines.join('\n')}${random(2) ? '\n' : ''}`
    const after = `${changed.join('\n')}${random(2) ? '\n' : ''}`
    writeFileSync(join(folder, 'file'), before)
    writeFileSync(join(folder, 'patch'), buildUnifiedDiff('file', before, after))
    if (before !== after) execFileSync('git', ['apply', 'patch'], { cwd: folder })
    t.is(readFileSync(join(folder, 'file'), 'utf8'), after)
  }
})
