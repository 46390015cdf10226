import test from 'ava'
import {
  joinMerge,
  mergeTexts,
} from '../../../../../../../src/gateway/parts/portal/pages/configuration/document/merge-texts.ts'

const base = 'a\nb\nc\nd\ne\n'

for (const [title, theirs, mine, kinds, merged] of [
  [
    'changes of different lines are merged',
    'A\nb\nc\nd\ne\n',
    'a\nb\nc\nd\nE\n',
    ['theirs', 'same', 'mine'],
    'A\nb\nc\nd\nE\n',
  ],
  [
    'the same change of both sides is made once',
    'a\nX\nc\nd\ne\n',
    'a\nX\nc\nd\ne\n',
    ['same', 'both', 'same'],
    'a\nX\nc\nd\ne\n',
  ],
  [
    'different changes of one line are a conflict',
    'a\nX\nc\nd\ne\n',
    'a\nY\nc\nd\ne\n',
    ['same', 'conflict', 'same'],
    'a\nX\nc\nd\ne\n',
  ],
  [
    'a removed and a changed line are a conflict',
    'a\nc\nd\ne\n',
    'a\nY\nc\nd\ne\n',
    ['same', 'conflict', 'same'],
    'a\nc\nd\ne\n',
  ],
  ['added lines at both ends are kept', `0\n${base}`, `${base}f\n`, ['theirs', 'same', 'mine'], `0\n${base}f\n`],
  ['an unchanged text takes the other side', 'x\n', base, ['theirs'], 'x\n'],
] as const) {
  test(title, (t) => {
    const parts = mergeTexts(base, theirs, mine)
    t.deepEqual(
      parts.map(({ kind }) => kind),
      [...kinds],
    )
    t.is(
      joinMerge(parts, () => 'theirs'),
      merged,
    )
    const whole = { base, theirs, mine }
    for (const side of ['base', 'theirs', 'mine'] as const) {
      t.is(parts.map((part) => part[side]).join(''), whole[side])
    }
  })
}

test('a conflict takes the chosen side', (t) => {
  const parts = mergeTexts(base, 'a\nX\nc\nd\ne\n', 'a\nY\nc\nd\ne\n')
  t.is(
    joinMerge(parts, () => 'mine'),
    'a\nY\nc\nd\ne\n',
  )
})

test('no line of either side is lost, whatever both sides change', (t) => {
  let seed = 7
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % limit
  }
  const changed = (lines: string[], name: string) =>
    lines.flatMap(
      (line, index) => [[line], [], [`${name}${index}`], [line, `${name}${index}`]][Math.max(0, random(7) - 3)] ?? [],
    )
  for (let round = 0; round < 300; round += 1) {
    const lines = Array.from({ length: random(12) }, () => `${random(4)}`)
    const text = (each: string[]) => each.map((line) => `${line}\n`).join('')
    const [from, theirs, mine] = [text(lines), text(changed(lines, 't')), text(changed(lines, 'm'))]
    const parts = mergeTexts(from, theirs, mine)
    t.is(parts.map((part) => part.base).join(''), from)
    t.is(parts.map((part) => part.theirs).join(''), theirs)
    t.is(parts.map((part) => part.mine).join(''), mine)
    t.is(
      joinMerge(mergeTexts(from, theirs, from), () => 'mine'),
      theirs,
    )
    t.is(
      joinMerge(mergeTexts(from, from, mine), () => 'theirs'),
      mine,
    )
  }
})
