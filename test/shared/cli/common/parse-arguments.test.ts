import test from 'ava'
import { type Command, UsageError } from '../../../../src/shared/cli/common/command.ts'
import { parseArguments } from '../../../../src/shared/cli/common/parse-arguments.ts'
import { commands } from '../../../_support/commands.ts'

const paint: Command = {
  name: 'paint',
  summary: 'paint a thing',
  words: 'THING',
  options: {
    colour: { value: 'COLOUR', help: 'the colour' },
    coat: { value: 'NUMBER', multiple: true, help: 'a coat' },
    layers: { value: 'NUMBER', range: [1, 20], help: 'how many coats' },
    'dry-run': { help: 'paint nothing' },
  },
  run: async () => 0,
}

test('separates positional arguments from options', (t) => {
  const { positionals: words, options } = parseArguments(paint, ['door', '--colour', 'red'], () => {})
  t.deepEqual([words, options.colour], [['door'], 'red'])
})

test('an option that is not given is false for a flag, empty for a list, and otherwise undefined', (t) => {
  const read = (...args: readonly string[]) => parseArguments(paint, ['door', ...args], () => {}).options
  t.deepEqual(read(), { colour: undefined, coat: [], layers: undefined, dryRun: false, help: false })
  t.like(read('--layers', '20'), { layers: 20 })
  t.like(read('--dry-run', '--coat', '1', '--coat', '2'), { coat: ['1', '2'], dryRun: true })
})

for (const [title, args, message] of [
  ['one is missing', [], 'THING is missing'],
  ['one is too many', ['door', 'wall'], 'unexpected argument "wall"'],
  ['an option is misspelt', ['door', '--color', 'red'], 'there is no option "--color" - did you mean "--colour"?'],
  [
    'an option is unknown',
    ['door', '-x'],
    'there is no option "-x"; there are --colour, --coat, --layers, --dry-run, --help',
  ],
  ['a number is out of range', ['door', '--layers', '21'], '--layers must be a whole number from 1 to 20 - found "21"'],
  [
    'a number has a fraction',
    ['door', '--layers', '1.5'],
    '--layers must be a whole number from 1 to 20 - found "1.5"',
  ],
  ['an option has no value', ['door', '--colour'], "Option '--colour <value>' argument missing"],
] as const) {
  test(`rejects arguments when ${title}`, (t) => {
    t.throws(() => parseArguments(paint, args, () => {}), { instanceOf: UsageError, message })
  })
}

for (const command of commands) {
  test(`every argument of ${command.name} that is missing, too many or unknown is named`, (t) => {
    const parse = (...args: readonly string[]) => parseArguments(command, args, () => {})
    const tooMany = Array.from({ length: 5 }, (_, index) => `word${index}`)
    t.throws(() => parse(...tooMany), { message: /^unexpected argument "word\d"$/ })
    t.throws(() => parse('--nosuchoption'), { message: /^there is no option "--nosuchoption"; there are --/ })
    if (command.verbs || /^\w/.test(command.words ?? ''))
      t.throws(() => parse(), { message: /^([A-Z_|]+ is missing|a verb is missing: use [a-z])/ })
  })
}

test('help needs no positional arguments', (t) => {
  t.true(parseArguments(paint, ['--help'], () => {}).options.help)
})
