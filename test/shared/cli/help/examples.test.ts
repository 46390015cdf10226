import test from 'ava'
import { describeCommand, describeOwnCommand } from '../../../../src/shared/cli/help/index.ts'
import { commands, mqCommands } from '../../../_support/commands.ts'

const all = [...commands.map(describeCommand), ...mqCommands.map(describeOwnCommand)]

/** Returns the words of the example from the name of the command on: without settings, and without what is piped in. */
function findCall(example: string): string {
  const call = example.split(' | ').at(-1) ?? ''
  return call.replace(/^([A-Z_]+=\S+ )+/, '').replace(/ < \S+$/, '')
}

test('every command has two examples, which call it', (t) => {
  for (const { call, examples } of all) {
    t.is(examples.length, 2, call)
    for (const example of examples) t.true(`${findCall(example)} `.startsWith(`${call} `), `${call}: ${example}`)
  }
})

test('every option of an example exists', (t) => {
  const offences = all.flatMap(({ call, options, examples }) => {
    const known = options.flatMap(({ spellings }) => spellings)
    return examples.flatMap((example) =>
      [...findCall(example).matchAll(/(?<= )--?[a-z][\w-]*/gi)]
        .map(([spelling]) => spelling)
        .filter((spelling) => !known.includes(spelling))
        .map((spelling) => `${call}: ${spelling}`),
    )
  })
  t.deepEqual(offences, [])
})
