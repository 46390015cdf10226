import { rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import test from 'ava'
import { openMqwebServer } from '../../../src/mq/web/index.ts'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { eventually } from '../../_support/eventually.ts'
import { findFreePort } from '../../_support/free-port.ts'
import { openServer, settings } from './_support/server.ts'

const path = '/ibmmq/rest/v2/admin/qmgr'
const user = 'mqadmin:mqadmin'

function plainStatus(port: number): Promise<number | string> {
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path }, (response) => resolve(response.resume().statusCode as number))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      .end()
  })
}

test('opens plain HTTP while its port is set, and closes it again', async (t) => {
  const { call, configure } = await openServer(t)
  const port = await findFreePort()
  t.is(await plainStatus(port), 'ECONNREFUSED')

  await configure(settings(`<variable name="httpPort" value="${port}"/>`))
  t.is(await plainStatus(port), 401)
  t.is((await call('GET', path, { user })).status, 200)

  await configure(settings())
  t.is(await plainStatus(port), 'ECONNREFUSED')
  t.is((await call('GET', path, { user })).status, 200)
})

test('keeps its doors when others cannot be opened', async (t) => {
  const { call, configure, logged } = await openServer(t)
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  t.teardown(() => taken.close())

  await configure(settings(`<variable name="httpPort" value="${(taken.address() as AddressInfo).port}"/>`))
  t.is((await call('GET', path, { user })).status, 200)
  t.true(logged.some(({ msg }) => /previous listeners stay in use/.test(msg)))
})

test('speaks no TLS older than 1.2', async (t) => {
  const { web } = await openServer(t)
  const speaks = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<string | null>((resolve) => {
      const socket = connect({
        host: '127.0.0.1',
        port: web.port,
        rejectUnauthorized: false,
        minVersion: version,
        maxVersion: version,
        ciphers: 'DEFAULT@SECLEVEL=0',
      })
      socket.once('secureConnect', () => {
        resolve(socket.getProtocol())
        socket.destroy()
      })
      socket.once('error', () => resolve(null))
    })
  t.is(await speaks('TLSv1.1'), null)
  t.is(await speaks('TLSv1.2'), 'TLSv1.2')
  t.is(await speaks('TLSv1.3'), 'TLSv1.3')
})

test('reads a change without a notification', async (t) => {
  const { call, folder } = await openServer(t)
  await writeFile(
    join(folder, 'mqwebuser.xml'),
    settings().replace(/"mqadmin" password="[^"]+"/, '"mqadmin" password="new"'),
  )
  // Seldom enough for the limit of failed attempts.
  const isRead = async () => ((await call('GET', path, { user: 'mqadmin:new' })).status === 200 ? true : undefined)
  t.true(await eventually(isRead))
  t.is((await call('GET', path, { user })).status, 401)
})

test('keeps its settings when the file goes away', async (t) => {
  const { call, folder, web, logged } = await openServer(t)
  await rm(join(folder, 'mqwebuser.xml'))
  await web.reloadSettings()
  t.is((await call('GET', path, { user })).status, 200)
  t.true(logged.some(({ level }) => level === 'error'))
})

test('does not open with settings that are wrong, and says what is', async (t) => {
  const { folder, installation } = await openServer(t)
  await writeFile(join(folder, 'mqwebuser.xml'), '<server>\n<customRegistry/>\n</server>')
  const options = { installation, folder, host: '127.0.0.1', port: 0, log: silentLog, clock: Date.now }
  await t.throwsAsync(openMqwebServer({ ...options, environment: {} }), {
    message: /^mqwebuser\.xml:2 <customRegistry>: .* is not supported; use one of <basicRegistry>/,
  })
})

test('starts without a registry, in a folder that has nothing yet', async (t) => {
  const { folder, installation } = await openServer(t)
  const fresh = join(folder, 'fresh')
  const options = { installation, host: '127.0.0.1', port: 0, log: silentLog, clock: Date.now, environment: {} }
  const web = await openMqwebServer({ ...options, folder: fresh })
  t.teardown(() => web.close(0))
  t.is((await (await import('./_support/server.ts')).call(web.port, 'GET', path, { user })).status, 401)
})

test('answers what lies outside the REST API with what it is given for that', async (t) => {
  const { call } = await openServer(t)
  t.is((await call('GET', '/')).status, 404)
})

test('follows changes of an included file, and keeps the settings of before while it is wrong', async (t) => {
  const { call, configure, folder, web, logged } = await openServer(t)
  const users = join(folder, 'more.xml')
  const extra = (password: string) =>
    writeFile(
      users,
      `<server><basicRegistry id="basic"><user name="extra" password="${password}"/></basicRegistry></server>`,
    )
  const status = async (password: string) => (await call('GET', path, { user: `extra:${password}` })).status

  await extra('one')
  await configure(settings('<include location="more.xml"/>'))
  t.is(await status('one'), 403)
  t.is(await status('two'), 401)

  await writeFile(users, '<server>')
  await web.reloadSettings()
  t.is(await status('one'), 403)
  t.true(logged.some(({ msg }) => /previous settings stay in use: more\.xml:1/.test(msg)))

  await extra('two')
  await web.reloadSettings()
  t.is(await status('two'), 403)
})
