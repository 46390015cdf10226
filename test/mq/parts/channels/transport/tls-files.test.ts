/** The key repository as a PKCS #12 file. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { openTlsFiles } from '../../../../../src/mq/parts/channels/transport/tls-files.ts'
import { certificate } from '../../../../_support/certificates.ts'
import { folderFor } from '../../../manager/_support/folder.ts'
import { openBench } from '../../../manager/mqsc/support.ts'

const authority = await certificate('Test CA')
const own = await certificate('QM1', authority)

function makeRepository(t: ExecutionContext): string {
  const folder = folderFor(t)
  const files = { 'own.crt': own.cert, 'own.key': own.key, 'ca.crt': authority.cert }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const words = 'pkcs12 -export -in own.crt -inkey own.key -certfile ca.crt -out key.p12 -passout pass:secret'
  execFileSync('openssl', words.split(' '), { cwd: folder })
  return join(folder, 'key.p12')
}

function open(repository: string, password: string) {
  const attributes: Record<string, string> = { SSLKEYR: repository, KEYRPWD: password }
  return openTlsFiles((keyword) => attributes[keyword])
}

test('a PKCS #12 file has the certificate, its key and the trusted CAs', async (t) => {
  const credentials = open(makeRepository(t), 'secret').read('', { needsCertificate: true })
  const options = { ...credentials, requestCert: true, rejectUnauthorized: true }
  const server = createServer(options).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const peer = await new Promise((resolve, reject) => {
    const socket = connect({ port, ...credentials, checkServerIdentity: () => undefined }, () => {
      resolve(socket.getPeerCertificate().subject.CN)
      socket.end()
    })
    socket.on('error', reject)
  })
  t.is(peer, 'QM1')
})

test('a wrong password and a missing file are named', (t) => {
  const repository = makeRepository(t)
  const read = (file: string, password: string) => open(file, password).read('', { needsCertificate: true })
  t.throws(() => read(repository, 'wrong'), { message: /key\.p12 cannot be opened: .*set KEYRPWD/ })
  t.throws(() => read(`${repository}.p12`, 'secret'), {
    message: /key\.p12\.p12 of the key repository cannot be read: there is no such file; SSLKEYR/,
  })
})

test('a .kdb file is refused with what is accepted', async (t) => {
  const { run, show } = openBench()
  t.regex(String(await run("ALTER QMGR SSLKEYR('/keys/key.kdb')")), /SSLKEYR/)
  await run("ALTER QMGR SSLKEYR('/keys/key.p12')")
  t.is((await show('DISPLAY QMGR SSLKEYR')).SSLKEYR, '/keys/key.p12')
})
