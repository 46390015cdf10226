import { PassThrough } from 'node:stream'
import test from 'ava'
import { openStandardInput } from '../../../../src/mq/cli/programs/standard-input.ts'

test('without a terminal the password is the first line, and the lines after it stay', async (t) => {
  const input = openStandardInput(new PassThrough().end('secret\none\ntwo\n'), () => {})
  t.is(await input.readPassword(), 'secret')
  const lines: string[] = []
  for await (const line of input.readLines()) lines.push(line)
  t.deepEqual(lines, ['one', 'two'])
})

test('on a terminal the password is not shown', async (t) => {
  const stream = Object.assign(new PassThrough(), { isTTY: true })
  const written: string[] = []
  const input = openStandardInput(stream, (text) => written.push(text))
  const password = input.readPassword()
  stream.write('secret\r')
  t.is(await password, 'secret')
  t.is(written.join(''), 'Enter password: \n')
})
