import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openCertificateWatcher } from '../../../../src/gateway/runtime/listening/certificate-watcher.ts'
import type { ServerTls } from '../../../../src/shared/http/listener/server-tls.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'
import { certificate, type Pair } from '../../../_support/certificates.ts'

const folders: string[] = []
test.after.always(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true, maxRetries: 10 }))))

async function filed(pair: Pair) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-tls-'))
  folders.push(folder)
  const certificateFile = join(folder, 'certificate.pem')
  const keyFile = join(folder, 'key.pem')
  const write = async ({ cert, key }: Pair) => {
    await writeFile(certificateFile, cert)
    await writeFile(keyFile, key)
  }
  await write(pair)
  const settings = { clientCaFile: undefined, clientCertificates: 'none', minVersion: 'TLSv1.2' } as const
  return { files: { certificateFile, keyFile, ...settings }, write }
}

/** Waits for a line of the log, which may have been written already; its fields. */
function listeningLog() {
  const said: [Record<string, unknown>, string][] = []
  let heard = Promise.withResolvers<void>()
  const take = (fields: Record<string, unknown>, message: string) => {
    said.push([fields, message])
    heard.resolve()
    heard = Promise.withResolvers()
  }
  return {
    log: { ...silentLog, info: take, warn: take, error: take } as typeof silentLog,
    async line(message: string) {
      for (;;) {
        const found = said.find(([, text]) => text === message)
        if (found) return found[0]
        await heard.promise
      }
    },
  }
}

test.serial(
  'files that change are used, wrong ones are told and leave the certificate before them in use',
  async (t) => {
    const [first, second] = await Promise.all([certificate('first'), certificate('second')])
    const { files, write } = await filed(first)
    const { log, line } = listeningLog()
    const metrics = new Registry()
    const value = async (name: string) => metrics.read().find((each) => each.name === name)?.values[0]?.value
    const used: ServerTls[] = []
    const certificates = await openCertificateWatcher({ files, log, metrics })
    certificates.watch(async (tls) => {
      used.push(tls)
    })
    t.teardown(certificates.close)
    t.is(certificates.tls.cert, first.cert)

    await writeFile(`${files.certificateFile}.new`, second.cert)
    await rename(`${files.certificateFile}.new`, files.certificateFile) // which nobody reads half of
    process.emit('SIGHUP')
    const { problem } = await line('the changed certificate is invalid: the previous one stays in use')
    t.is(problem, `${files.keyFile} is not the key of the certificate in ${files.certificateFile}`)
    t.deepEqual(used, [])
    t.is(await value('sluice_certificate_up_to_date'), 0)

    await write(second) // nobody says so: the files are followed
    t.is((await line('another certificate is in use')).subject, 'CN=second')
    t.deepEqual(
      used.map(({ cert }) => cert),
      [second.cert],
    )
    t.is(await value('sluice_certificate_up_to_date'), 1)
  },
)
