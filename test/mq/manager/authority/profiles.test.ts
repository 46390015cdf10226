import test from 'ava'
import { compareSpecificity, profileMatches } from '../../../../src/mq/manager/authority/profiles.ts'

for (const [profile, matching, others] of [
  ['A.B', ['A.B'], ['A', 'A.C', 'a.b', 'A.B.C', 'XA.B', 'A.XB']],
  ['A?C', ['ABC'], ['AC', 'ABBC', 'A.C.D', 'XABC']],
  ['A.*', ['A.B', 'A.'], ['A', 'A.B.C']],
  ['A.*.C', ['A.B.C', 'A.XYZ.C'], ['A.C', 'A.B.B.C']],
  ['A*Z.B', ['AZ.B', 'AXYZ.B'], ['A.Z.B', 'AZB', 'AXYX.B']],
  ['*Z', ['Z', 'AZ', 'ZZ'], ['ZA', 'A.Z']],
  ['AB*BC', ['ABBC', 'ABXBC'], ['ABC']],
  ['A.**', ['A', 'A.B', 'A.B.C'], ['AB', 'B.A']],
  ['**', ['A', 'A.B.C'], []],
  ['A.**.Z', ['A.Z', 'A.B.Z', 'A.B.C.Z'], ['A', 'Z', 'A.B']],
  ['A.**.A', ['A.A', 'A.B.A'], ['A']],
  ['A.B.**', ['A.B', 'A.B.C'], ['A', 'A.C']],
  ['**.Z?', ['Z1', 'A.Z1', 'A.B.Z2'], ['Z', 'A.Z1.B']],
] as const) {
  test(`${profile} is for ${matching.join(', ')}`, (t) => {
    t.deepEqual(
      [...matching, ...others].filter((name) => profileMatches(profile, name)),
      [...matching],
    )
  })
}

test('the more specific profile comes first, decided from the left', (t) => {
  const sorted = [
    'A.B.C',
    'A.B.?',
    'A.B.?*',
    'A.B.*',
    'A.?.C',
    'A.*.C',
    'A.*.*',
    'A.**.Z',
    'A.**',
    '?.B.C',
    '*.B.C',
    '**',
  ]
  t.deepEqual([...sorted].sort(compareSpecificity), sorted)
  t.deepEqual([...sorted].reverse().sort(compareSpecificity), sorted)
})

for (const [specific, general, name] of [
  ['A', 'A*', 'A'],
  ['A*?', 'A*', 'AB'],
  ['A*B*', 'A*', 'AB'],
  ['A*B', 'A*B*', 'AB'],
  ['A*?B', 'A*?', 'ABB'],
  ['A?', 'A?*', 'AB'],
  ['A.*', 'A.*.**', 'A.B'],
  ['A.B', 'A.B.**', 'A.B'],
  ['A.**.*', 'A.**', 'A.B'],
  ['A.**.?', 'A.**', 'A.B'],
  ['**.*.A', '**.*', 'B.A'],
  ['**.A*', '**', 'A'],
] as const)
  test(`for ${name}, ${specific} is more specific than ${general}`, (t) => {
    t.true(profileMatches(general, name))
    t.true(compareSpecificity(specific, general) < 0)
    t.true(compareSpecificity(general, specific) > 0)
    t.is(compareSpecificity(specific, specific), 0)
  })

test('a hostile profile costs no more than its length times that of the name', (t) => {
  t.false(profileMatches('*a'.repeat(24), 'a'.repeat(23) + 'b'.repeat(25)))
})
