import test from 'ava'
import {
  assignInheritedSockets,
  buildWorkerStreams,
  numberForWorkers,
} from '../../../../src/shared/process/listening/inherited-sockets.ts'

const http = { scheme: 'http', host: '127.0.0.1', port: 8080 } as const
const https = { scheme: 'https', host: '0.0.0.0', port: 8443 } as const
const environment = { LISTEN_PID: '42', LISTEN_FDS: '2', LISTEN_FDNAMES: 'https:http' }

test('sockets of systemd belong to the listeners with the schemes of their names', (t) => {
  const listeners = assignInheritedSockets([http, https], { ...environment }, 42)
  t.deepEqual(listeners, [
    { ...http, inheritedDescriptor: 4 },
    { ...https, inheritedDescriptor: 3 },
  ])
  t.deepEqual(buildWorkerStreams(listeners), ['inherit', 'inherit', 'inherit', 'ipc', 'pipe', 4, 3])
  t.deepEqual(
    numberForWorkers(listeners).map(({ inheritedDescriptor }) => inheritedDescriptor),
    [5, 6],
  )
})

test('a listener without a socket of systemd opens its own', (t) => {
  const one = { LISTEN_PID: '42', LISTEN_FDS: '1', LISTEN_FDNAMES: 'https' }
  const listeners = assignInheritedSockets([http, https], one, 42)
  t.deepEqual(listeners, [http, { ...https, inheritedDescriptor: 3 }])
  t.deepEqual(numberForWorkers(listeners), [http, { ...https, inheritedDescriptor: 5 }])
})

for (const [title, given] of [
  ['no sockets', {}],
  ['the sockets of another process', { ...environment, LISTEN_PID: '43' }],
  ['a count of 0', { ...environment, LISTEN_FDS: '0' }],
] as const) {
  test(`${title} change nothing`, (t) => {
    const listeners = assignInheritedSockets([http, https], { ...given }, 42)
    t.deepEqual(listeners, [http, https])
    t.deepEqual(buildWorkerStreams(listeners), ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'])
  })
}

test('processes that this one starts do not inherit the variables of systemd', (t) => {
  for (const LISTEN_PID of ['42', '43']) {
    const given: Record<string, string> = { ...environment, LISTEN_PID, PATH: '/bin' }
    assignInheritedSockets([http, https], given, 42)
    t.deepEqual(given, { PATH: '/bin' })
  }
})

for (const [title, names, message] of [
  ['of another name', 'sluice.socket', /name "sluice\.socket".+listens for http: set FileDescriptorName/],
  ['without a name', '', /name "".+set FileDescriptorName/],
  ['for https without a certificate', 'https', /name "https".+listens for http.+SLUICE_TLS_CERTIFICATE/],
  ['of the same name twice', 'http:http', /two sockets with the name "http"/],
] as const) {
  test(`a socket ${title} is rejected`, (t) => {
    const count = String(names.split(':').length)
    const given = { LISTEN_PID: '42', LISTEN_FDS: count, LISTEN_FDNAMES: names }
    t.throws(() => assignInheritedSockets([http], given, 42), { message })
  })
}
