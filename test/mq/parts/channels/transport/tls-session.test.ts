/** Channels over TLS: SSLCIPH, SSLCAUTH and SSLPEER of both ends. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { AttributeValue } from '../../../../../src/mq/manager/types/connection.ts'
import { certificate, type Pair } from '../../../../_support/certificates.ts'
import { folderFor } from '../../../manager/_support/folder.ts'
import type { Bench } from '../../../manager/_support/manager.ts'
import { type ChannelPair, channel, pairFor, putRemote, take, until } from '../_support/channel-pair.ts'

const authority = await certificate('Test CA')
const [qm1, qm2, stranger] = await Promise.all([
  certificate('QM1', authority),
  certificate('QM2', authority),
  certificate('QM1'),
])

async function addKeys(t: ExecutionContext, { connection }: Bench, label: string, pair: Pair | undefined) {
  const folder = join(folderFor(t), 'ssl')
  mkdirSync(folder)
  writeFileSync(join(folder, 'ca.crt'), authority.cert)
  if (pair) {
    writeFileSync(join(folder, `${label}.crt`), pair.cert)
    writeFileSync(join(folder, `${label}.key`), pair.key)
  }
  await connection.command(`ALTER QMGR SSLKEYR('${folder}/key') CERTLABL('${label}')`)
}

interface Ends {
  sending?: Record<string, AttributeValue>
  receiving?: Record<string, AttributeValue>
  own?: Pair | undefined
}

async function tlsPair(t: ExecutionContext, { sending, receiving, ...rest }: Ends): Promise<ChannelPair> {
  const cipher = { SSLCIPH: 'ANY_TLS12_OR_HIGHER' }
  const pair = await pairFor(t, {
    sending: { SHORTRTY: 0, LONGRTY: 0, ...cipher, ...sending },
    receiving: { ...cipher, ...receiving },
  })
  await addKeys(t, pair.sender, 'one', 'own' in rest ? rest.own : qm1)
  await addKeys(t, pair.receiver, 'two', qm2)
  return pair
}

for (const [title, ends, status] of [
  ['any cipher', {}, { protocol: 'TLSv1.3' }],
  ['TLS 1.2', { sending: { SSLCIPH: 'ANY_TLS12' } }, { protocol: 'TLSv1.2' }],
  [
    'a named cipher',
    {
      sending: { SSLCIPH: 'ECDHE_ECDSA_AES_256_GCM_SHA384' },
      receiving: { SSLCIPH: 'ECDHE_ECDSA_AES_256_GCM_SHA384' },
    },
    { cipher: 'ECDHE-ECDSA-AES256-GCM-SHA384' },
  ],
  ['matching names', { sending: { SSLPEER: 'CN=QM2' }, receiving: { SSLPEER: 'CN=QM*' } }, { peer: 'CN=QM1' }],
  ['no certificate where none is required', { own: undefined, receiving: { SSLCAUTH: 'OPTIONAL' } }, { peer: '' }],
] as const) {
  test(`messages move over TLS with ${title}`, async (t) => {
    const { sender, receiver } = await tlsPair(t, ends as Ends)
    await putRemote(sender, 1, 3)
    await sender.running.channels.start(channel)
    t.deepEqual(await take(receiver, 3), ['1', '2', '3'])
    t.like(receiver.running.channels.status(channel)[0]?.tls, status)
    t.is(sender.running.channels.status(channel)[0]?.tls?.peer, 'CN=QM2')
  })
}

for (const [title, ends, text] of [
  ['the receiver has no cipher', { receiving: { SSLCIPH: '' } }, /has no SSLCIPH/],
  ['the sender has no cipher', { sending: { SSLCIPH: '' } }, /does not use TLS/],
  [
    'the ciphers differ',
    { sending: { SSLCIPH: 'ANY_TLS12' }, receiving: { SSLCIPH: 'ANY_TLS13' } },
    /partner uses TLSv1.2/,
  ],
  ['the certificate of the sender is not trusted', { own: stranger }, /not trusted/],
  ['the sender presents no certificate', { own: undefined }, /SSLCAUTH\(REQUIRED\)/],
  ['SSLPEER of the receiver does not match', { receiving: { SSLPEER: 'CN=QM9' } }, /SSLPEER\(CN=QM9\)/],
  ['SSLPEER of the sender does not match', { sending: { SSLPEER: 'CN=QM9' } }, /SSLPEER\(CN=QM9\)/],
  ['the cipher is unknown', { sending: { SSLCIPH: 'RC4_MD5_US' } }, /RC4_MD5_US.*use one of/],
] as const) {
  test(`a channel does not run when ${title}`, async (t) => {
    const { sender } = await tlsPair(t, ends as Ends)
    const { channels } = sender.running
    await channels.start(channel)
    await until(() => channels.status(channel)[0]?.state === 'STOPPED')
    t.regex(channels.status(channel)[0]?.lastError ?? '', text)
  })
}

test('a missing file of the key repository is named', async (t) => {
  const { sender } = await pairFor(t, { sending: { SSLCIPH: 'ANY_TLS12_OR_HIGHER', SHORTRTY: 0, LONGRTY: 0 } })
  await sender.connection.command(`ALTER QMGR SSLKEYR('/nowhere/ssl/key')`)
  const { channels } = sender.running
  await channels.start(channel)
  await until(() => channels.status(channel)[0]?.state === 'STOPPED')
  t.regex(channels.status(channel)[0]?.lastError ?? '', /\/nowhere\/ssl\/ca.crt/)
})
