import { PassThrough } from 'node:stream'
import test from 'ava'
import { chooseAtTerminal } from '../../../../../src/gateway/parts/import/commands/choose.ts'

const names = ['users', 'partners']

async function choose(lines: string) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.end(lines)
  const chosen = await chooseAtTerminal('Which provider?', names, { input, output })
  return { chosen, shown: String(output.read()) }
}

for (const [title, lines, chosen] of [
  ['a name', 'partners\n', 'partners'],
  ['a number', '1\n', 'users'],
] as const) {
  test(`${title} of the list is chosen`, async (t) => {
    const answer = await choose(lines)
    t.is(answer.chosen, chosen)
    t.regex(answer.shown, /^Which provider\?\n {2}1 {2}users\n {2}2 {2}partners\n> /)
  })
}

test('another answer is asked for again', async (t) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.write('3\n')
  output.on('data', (text) => {
    if (String(text).includes('from 1 to 2')) input.write('2\n')
  })
  t.is(await chooseAtTerminal('Which provider?', names, { input, output }), 'partners')
})

test('a terminal that closes without an answer is an error', async (t) => {
  const error = await t.throwsAsync(choose(''))
  t.regex(error?.message ?? '', /was closed without an answer/)
})
