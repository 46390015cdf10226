import { syncBuiltinESMExports } from 'node:module'
import net, { type TcpNetConnectOpts } from 'node:net'
import { mock } from 'node:test'
import tls, { type ConnectionOptions } from 'node:tls'
import { FakeSocket } from './fake-socket.ts'

/** A socket without a peer, with the options of its connection. */
export interface FakeConnection {
  protocol: 'TCP' | 'TLS'
  socket: FakeSocket
  options: TcpNetConnectOpts & ConnectionOptions
}

/**
 * Opens fake sockets in place of connections over TCP and TLS, until `stop` is called. `opened` lists them in their
 * order.
 */
export function fakeConnections(): { opened: FakeConnection[]; stop(): void } {
  const opened: FakeConnection[] = []
  const open = (protocol: FakeConnection['protocol']) => (options: FakeConnection['options']) => {
    const socket = new FakeSocket()
    opened.push({ protocol, socket, options })
    return socket
  }
  const connects = [mock.method(net, 'connect', open('TCP')), mock.method(tls, 'connect', open('TLS'))]
  syncBuiltinESMExports()
  return {
    opened,
    stop() {
      for (const each of connects) each.mock.restore()
      syncBuiltinESMExports()
    },
  }
}
