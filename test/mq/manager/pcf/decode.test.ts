import test from 'ava'
import { decodePcfMessage } from '../../../../src/mq/manager/pcf/decode.ts'
import { encodePcfMessage } from '../../../../src/mq/manager/pcf/encode.ts'

const message = encodePcfMessage(
  { type: 'statistics', command: 'MQCMD_STATISTICS_Q', part: { sequence: 2, isLast: false } },
  {
    MQCA_Q_MGR_NAME: 'QM1',
    MQCACF_COMMAND_MQSC: 'é',
    MQIA_COMMAND_LEVEL: 942,
    MQBACF_CONNECTION_ID: Buffer.from('abcde'),
    MQGACF_Q_STATISTICS_DATA: [
      { MQIAMO_PUTS: [1, 2], MQIAMO64_PUT_BYTES: [5_000_000_000, 0], MQIAMO64_BYTES: 6_000_000_000 },
    ],
    MQIAMO_OBJECT_COUNT: 7_000_000_000,
  },
)

test('what is encoded is decoded, groups as one parameter', (t) => {
  const { parameters, ...header } = decodePcfMessage(message)
  t.deepEqual(header, { type: 21, command: 165, sequence: 2, isLast: false, completionCode: 0, reasonCode: 0 })
  t.deepEqual(
    parameters.map(({ id, value }) => [id, value]),
    [
      [2015, 'QM1'],
      [3075, 'é'],
      [31, 942],
      [7006, Buffer.from('abcde')],
      [
        8011,
        [
          { id: 735, isGroup: false, value: [1, 2] },
          { id: 748, isGroup: false, value: [5_000_000_000, 0] },
          { id: 746, isGroup: false, value: 6_000_000_000 },
        ],
      ],
      [732, 0x7fff_ffff],
    ],
  )
})

test('every structure begins at a multiple of four bytes', (t) => {
  for (let offset = 36; offset < message.length; offset += message.readInt32LE(offset + 4)) t.is(offset % 4, 0)
})

test('a message that ends early, or has a wrong length, is rejected with the place of the error', (t) => {
  for (let length = 0; length < message.length; length++)
    t.throws(() => decodePcfMessage(message.subarray(0, length)), { message: /PCF/ })
  const wrong = Buffer.from(message)
  wrong.writeInt32LE(3, 40)
  t.throws(() => decodePcfMessage(wrong), { message: /structure at byte 36 has a length of 3 bytes/ })
})
