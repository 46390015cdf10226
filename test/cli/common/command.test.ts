import test from 'ava'

import { type Command, parseArguments, UsageError } from '../../../src/cli/common/command.ts'

const paint: Command = {
  name: 'paint',
  summary: 'paint a thing',
  usage: 'THING [--colour COLOUR]',
  positionals: { min: 1, max: 1 },
  options: { colour: { type: 'string', value: 'COLOUR', help: 'the colour' } },
  run: async () => 0,
}

test('separates positional arguments from options', (t) => {
  const { positionals: words, options } = parseArguments(paint, ['door', '--colour', 'red'], () => {})
  t.deepEqual([words, options.colour], [['door'], 'red'])
})

for (const [title, args, message] of [
  ['a word is missing', [], 'a word is missing'],
  ['a word is too many', ['door', 'wall'], 'unexpected argument "wall"'],
  ['an option is unknown', ['door', '--color', 'red'], "Unknown option '--color'"],
] as const) {
  test(`rejects arguments when ${title}`, (t) => {
    t.throws(() => parseArguments(paint, args, () => {}), { instanceOf: UsageError, message })
  })
}

test('help needs no words', (t) => {
  t.true(parseArguments(paint, ['--help'], () => {}).options.help)
})
