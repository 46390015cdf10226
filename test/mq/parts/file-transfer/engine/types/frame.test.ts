import test from 'ava'
import { parseAgentCommand } from '../../../../../../src/mq/parts/file-transfer/engine/agent/check-command.ts'
import {
  decodeFrame,
  parseAgentJson,
  parseReply,
} from '../../../../../../src/mq/parts/file-transfer/engine/types/frame.ts'
import { JsonLimitError } from '../../../../../../src/shared/lib/collections/json-object.ts'

function frame(header: string, payload = ''): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(header))
  return Buffer.concat([length, Buffer.from(header + payload)])
}

const names = Array.from({ length: 30_000 }, (_, index) => `"n${index}":1`).join(',')

for (const [what, text] of [
  ['levels', `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`],
  ['elements', `[${'{},'.repeat(200_000)}{}]`],
  ['names', `{${names}}`],
  ['bytes', `"${'x'.repeat(5_000_000)}"`],
] as const)
  test(`an agent parses no command and no frame with more ${what} than the limit`, (t) => {
    t.throws(() => parseAgentCommand(Buffer.from(text)), { instanceOf: JsonLimitError })
    t.throws(() => decodeFrame(frame(text, 'payload')), { instanceOf: JsonLimitError })
    t.throws(() => parseAgentJson(Buffer.from(text)), { instanceOf: JsonLimitError })
  })

test('an agent parses a list of 20,000 files, and a payload that looks like more', (t) => {
  const items = Array.from({ length: 20_000 }, (_, item) => ({ item, offset: 0, target: `/data/${item}` }))
  const { header, payload } = decodeFrame(frame(JSON.stringify({ items }), '['.repeat(10_000)))
  t.is((header as unknown as { items: unknown[] }).items.length, 20_000)
  t.is(payload.length, 10_000)
})

for (const text of ['', '{', 'null', '[]', '{"transfer":1}', '{"transfer":"a","outcomes":{}}', '{"transfer":"a"}'])
  test(`the body ${text} is no reply`, (t) => {
    t.throws(() => parseReply(Buffer.from(text)))
  })
