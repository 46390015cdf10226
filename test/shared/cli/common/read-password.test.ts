import { PassThrough, Readable } from 'node:stream'
import test from 'ava'
import { readPassword } from '../../../../src/shared/cli/common/read-password.ts'

/** A terminal at which somebody types these lines, each after it was asked for. */
function typing(...lines: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input as never })
  let shown = ''
  const write = (text: string) => {
    shown += text
    if (text.endsWith(': ')) setImmediate(() => input.write(lines.shift() ?? '\x03'))
  }
  return { terminal: { input, write }, shown: () => shown }
}

const piping = (text: string) => ({ input: Readable.from([Buffer.from(text)]), write: () => {} })

test('reads typed text without showing it', async (t) => {
  const { terminal, shown } = typing('secrex\x7ft\r')
  t.is(await readPassword('Password', { terminal }), 'secret')
  t.is(shown(), 'Password: \n')
})

test('reads a new password twice', async (t) => {
  const { terminal, shown } = typing('secret\r', 'secret\r')
  t.is(await readPassword('Password', { isNew: true, terminal }), 'secret')
  t.is(shown(), 'Password: \nPassword again: \n')
  const other = typing('secret\r', 'secrets\r')
  await t.throwsAsync(readPassword('Password', { isNew: true, terminal: other.terminal }), {
    message: 'the two passwords are not the same',
  })
})

test('can be broken off', async (t) => {
  const { terminal } = typing('sec\x03')
  await t.throwsAsync(readPassword('Password', { terminal }), { message: 'no password was given' })
})

test('takes the first line of piped input', async (t) => {
  t.is(await readPassword('Password', { isNew: true, terminal: piping('päss word \r\nmore') }), 'päss word ')
  t.is(await readPassword('Password', { terminal: piping('no end of line') }), 'no end of line')
})

for (const text of ['', '\n', '\nsecond line']) {
  test(`refuses ${JSON.stringify(text)}`, async (t) => {
    await t.throwsAsync(readPassword('Password', { terminal: piping(text) }), { message: /no password was given/ })
  })
}
