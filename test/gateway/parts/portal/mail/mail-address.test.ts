/** What is a mail address, and which spellings are of one mailbox. */
import test from 'ava'
import { foldMailAddress, parseMailAddress } from '../../../../../src/gateway/parts/portal/mail/mail-address.ts'

for (const [written, address] of [
  ['anna@example.com', 'anna@example.com'],
  ["o'neil.b+shop@mail.example.co.uk", "o'neil.b+shop@mail.example.co.uk"],
  ['jürgen@bücher.example', 'jürgen@xn--bcher-kva.example'],
  ['Anna@EXAMPLE.Com', 'Anna@example.com'],
  ['a@ｅxample.com', 'a@example.com'],
] as const)
  test(`${written} is an address, sent to ${address}`, (t) => t.is(parseMailAddress(written), address))

for (const written of [
  'anna',
  '@example.com',
  'anna@',
  'anna@localhost',
  'anna@10.0.0.1',
  'anna@[10.0.0.1]',
  'anna@example..com',
  'anna@.example.com',
  'anna@example.com.',
  '.anna@example.com',
  'an..na@example.com',
  '"anna"@example.com',
  'anna\\@b@example.com',
  'an\u{7f}na@example.com',
  'anna\r\nBcc: eve@example.com',
  'an\u{ad}na@example.com',
  'anna@exam\u{ad}ple.com',
  'anna@exam\u{200b}ple.com',
  'anna@exam\u{2060}ple.com',
  'an\u{3164}na@example.com',
  'an\u{fe0f}na@example.com',
  'anna@example\u{ff0e}com',
  'anna@example\u{3002}com',
  'anna\u{ff20}example.com',
  'anna@-example.com',
  `${'a'.repeat(65)}@example.com`,
  `anna@${'a'.repeat(64)}.com`,
  `anna@${'a.'.repeat(130)}com`,
])
  test(`${JSON.stringify(written).slice(0, 60)} is no address`, (t) => t.is(parseMailAddress(written), undefined))

test('spellings of one mailbox have one form', (t) => {
  const spellings = [
    'anna@bücher.example',
    'ANNA@BÜCHER.example',
    'anna+news@xn--bcher-kva.example',
    'ａｎｎａ@bücher.example',
    '"anna"@bücher.example',
    'an\u{ad}na@bü\u{200b}cher.example',
    'anna@bücher\u{ff0e}example',
    'anna@bücher\u{3002}example.',
    'an\u{180e}na@bu\u{308}cher\u{ff61}example',
  ]
  t.deepEqual([...new Set(spellings.map(foldMailAddress))], ['anna@xn--bcher-kva.example'])
  t.not(foldMailAddress('anne@bücher.example'), foldMailAddress('anna@bücher.example'))
})
