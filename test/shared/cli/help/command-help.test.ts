import test from 'ava'
import { describeCommand, describeOwnCommand } from '../../../../src/shared/cli/help/index.ts'
import { commands, mqCommands } from '../../../_support/commands.ts'

const all = [...commands.map(describeCommand), ...mqCommands.map(describeOwnCommand)]

test('every verb and option of every command has a help text of one line', (t) => {
  const offences = all.flatMap(({ call, summary, verbs, options }) =>
    [summary, ...verbs.map(({ help }) => help), ...options.map(({ help }) => help)]
      .filter((text) => !/^[a-zA-Z].{4,109}[^.\s]$/.test(text))
      .map((text) => `${call}: ${text}`),
  )
  t.deepEqual(offences, [])
})

test('the usage of every command names each verb', (t) => {
  const offences = all.flatMap(({ call, usage, verbs }) =>
    verbs.filter(({ name }) => !usage.includes(name)).map(({ name }) => `${call}: ${name}`),
  )
  t.deepEqual(offences, [])
})

test('every option in a usage exists', (t) => {
  const offences = all.flatMap(({ call, usage, options }) => {
    const known = options.flatMap(({ spellings }) => spellings)
    return [...usage.matchAll(/(?<![\w-])--?[a-z][\w-]*/g)]
      .map(([spelling]) => spelling)
      .filter((spelling) => !known.includes(spelling))
      .map((spelling) => `${call}: ${spelling}`)
  })
  t.deepEqual(offences, [])
})

test('every option in a choice of values has a name for the value', (t) => {
  const options = all.flatMap((each) => each.options)
  t.deepEqual(
    options.filter(({ choices, value }) => choices.length > 0 && value === undefined),
    [],
  )
})
