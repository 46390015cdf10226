import test from 'ava'
import { replyAtEnd } from '../../../../../../src/mq/parts/file-transfer/engine/sending/transfer-reporter.ts'

test('the reply has each reason of failed items once', async (t) => {
  const bodies: string[] = []
  const connection = { put: async (_: unknown, { body }: { body: Buffer }) => void bodies.push(body.toString()) }
  const ended = { id: 'aa', state: 'failed', description: 'BFGRP0034I: no files' } as const
  const refused = 'BFGIO0056E: the path /etc is outside of the folders that sandboxRoot allows.'
  await replyAtEnd(connection as never, {} as never, ended, [refused, refused], {} as never)
  t.is(JSON.parse(bodies[0] ?? '').text, `BFGRP0034I: no files\n${refused}`)
})
