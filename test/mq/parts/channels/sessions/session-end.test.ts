import test from 'ava'
import { ChannelError } from '../../../../../src/mq/parts/channels/protocol/channel-error.ts'
import { refuse } from '../../../../../src/mq/parts/channels/sessions/session-end.ts'

function sentFor(error: Error): string {
  const sent: Buffer[] = []
  const connection = { send: (...frame: Buffer[]) => void sent.push(...frame.flat()), end: () => undefined }
  refuse(connection as never, error)
  return Buffer.concat(sent.map((each) => Buffer.from(each))).toString('latin1')
}

test('a partner that a rule refuses is not told which rule', (t) => {
  const text = sentFor(new ChannelError('NOT_AUTHORIZED', 'a BLOCKADDR record blocks the address 10.1.2.3'))
  t.regex(text, /NOT_AUTHORIZED/)
  t.notRegex(text, /BLOCKADDR|10\.1/)
})

test('a partner learns what is wrong with its own definition', (t) => {
  t.regex(sentFor(new ChannelError('CHANNEL_NOT_FOUND', 'QM2 has no channel TO.QM2')), /QM2 has no channel TO\.QM2/)
})
