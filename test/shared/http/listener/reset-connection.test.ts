import test from 'ava'
import { resetConnection } from '../../../../src/shared/http/listener/reset-connection.ts'

function record(name: string, calls: string[]) {
  return { resetAndDestroy: () => calls.push(`${name} reset`), destroy: () => calls.push(`${name} destroy`) }
}

test('the TCP connection below TLS is reset, and the TLS connection is destroyed', (t) => {
  const calls: string[] = []
  const tls = { ...record('TLS', calls), _parent: record('TCP', calls) }
  resetConnection(tls as never)
  t.deepEqual(calls, ['TCP reset', 'TLS destroy'])
})

test('a TCP connection is reset', (t) => {
  const calls: string[] = []
  resetConnection({ ...record('TCP', calls), _parent: null } as never)
  t.is(calls[0], 'TCP reset')
})
