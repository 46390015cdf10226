import test from 'ava'
import { buildNameSkeleton } from '../../../src/shared/security/name-skeleton.ts'
import { createRandom } from '../../_support/random.ts'
import { createSpellings } from '../../_support/spellings.ts'

test('all spellings of a name that a directory may take for the same have one skeleton', (t) => {
  for (const name of ['dora', 'alice', 'x.y-z_1@example.com'])
    t.deepEqual([...new Set(createSpellings(name, 500, 1).map(buildNameSkeleton))], [name])
})

for (const [title, spellings] of Object.entries({
  accents: ['jose', 'josé', 'jose\u0301', 'JOSÉ', 'ĵøşẻ'],
  'invisible characters': ['dora', 'do\u200bra', 'd\u00adora', 'do\u034fra', 'dora\ufe0f', '\u1806dora', 'dora\ufffc'],
  spaces: ['anndale', ' anndale', 'ann dale', 'ann\u00a0\u2003dale ', 'ann\tdale'],
  'sharp s': ['strasse', 'straße', 'STRASSE', 'STRAẞE'],
  'sigma at the end': ['νικος', 'νικοσ', 'ΝΙΚΟΣ'],
  'the Turkish i': ['ilk', 'İlk', 'ılk', 'ILK'],
  ligatures: ['fine', 'ﬁne', 'FINE'],
  'letters with strokes': ['aelodth', 'ælodþ', 'Æłøđþ'],
  kana: ['かな', 'カナ', 'ｶﾅ'],
})) {
  test(`does not tell apart: ${title}`, (t) => {
    t.deepEqual([...new Set(spellings.map(buildNameSkeleton))], [buildNameSkeleton(spellings[0] ?? '')])
  })
}

test('keeps different names apart', (t) => {
  const names = ['alice', 'alicf', 'bob', 'a-b', 'ab', 'a_b', 'a.b', 'борис', '王', '李', 'user 1', 'user 2']
  t.is(new Set(names.map(buildNameSkeleton)).size, names.length)
})

test('the skeleton of a skeleton is itself, for texts of any characters', (t) => {
  const random = createRandom(2)
  for (let count = 0; count < 3000; count += 1) {
    const text = Array.from({ length: 4 }, () => String.fromCodePoint(Math.floor(random() * 0x20000))).join('')
    const skeleton = buildNameSkeleton(text)
    t.is(buildNameSkeleton(skeleton), skeleton, JSON.stringify(text))
  }
})
