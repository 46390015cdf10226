/**
 * Listening sockets that systemd opened and passed to this process (sd_listen_fds(3)). They stay open while the gateway
 * restarts: the system keeps new connections until the next process accepts them, so that none is refused.
 *
 * Each worker inherits the sockets from the primary, which never uses them itself: they stay valid for replacements.
 */
import type { ListenerSettings } from './listeners.ts'

/** The first descriptor that systemd passes. */
const firstDescriptor = 3
/** A worker has standard input, output and error, the channel to the primary, and the pipe to its hang thread before the sockets. */
const workerStreams = ['inherit', 'inherit', 'inherit', 'ipc', 'pipe'] as const
/** The pipe between the primary and the hang thread, in the worker. */
export const hangDescriptor = workerStreams.indexOf('pipe')

/** What a worker has as one of its descriptors. */
export type WorkerStream = (typeof workerStreams)[number] | number

/** The variables that systemd sets. */
export type SocketEnvironment = Partial<Record<'LISTEN_PID' | 'LISTEN_FDS' | 'LISTEN_FDNAMES', string | undefined>>

/**
 * Returns the listeners with the descriptors of the sockets that systemd passed to the process `pid`. Throws an error
 * for a socket that is not for a listener. The variables are removed, so that processes which this one starts do not
 * take the descriptors for theirs.
 */
export function assignInheritedSockets(
  listeners: readonly ListenerSettings[],
  environment: SocketEnvironment,
  pid: number,
): readonly ListenerSettings[] {
  const { LISTEN_PID: ownPid, LISTEN_FDS: count = '0', LISTEN_FDNAMES: names = '' } = environment
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES'] as const) delete environment[name]
  if (ownPid !== String(pid) || !/^[1-9]\d*$/.test(count)) return listeners
  const descriptors = new Map<string, number>()
  const named = names.split(':')
  for (let index = 0; index < Number(count); index += 1) {
    const name = named[index] ?? ''
    if (descriptors.has(name)) throw new Error(`systemd passed two sockets with the name "${name}"; use one`)
    if (!listeners.some(({ scheme }) => scheme === name)) throw unusable(name, listeners)
    descriptors.set(name, firstDescriptor + index)
  }
  return listeners.map((each) => {
    const inheritedDescriptor = descriptors.get(each.scheme)
    return inheritedDescriptor === undefined ? each : { ...each, inheritedDescriptor }
  })
}

function unusable(name: string, listeners: readonly ListenerSettings[]): Error {
  const wanted = listeners.map(({ scheme }) => scheme).join(' and ')
  return new Error(
    `systemd passed a socket with the name "${name}", and the gateway listens for ${wanted}: set FileDescriptorName in the socket unit ` +
      'to the scheme, or SLUICE_TLS_CERTIFICATE for https',
  )
}

/** Returns how workers are started, so that they inherit the sockets. */
export function buildWorkerStreams(listeners: readonly ListenerSettings[]): WorkerStream[] {
  return [...workerStreams, ...listDescriptors(listeners)]
}

/** Returns the listeners with the descriptors that the inherited sockets have in a worker. */
export function numberForWorkers(listeners: readonly ListenerSettings[]): ListenerSettings[] {
  const descriptors = listDescriptors(listeners)
  return listeners.map((each) => {
    const { inheritedDescriptor: own } = each
    return own === undefined ? each : { ...each, inheritedDescriptor: workerStreams.length + descriptors.indexOf(own) }
  })
}

function listDescriptors(listeners: readonly ListenerSettings[]): number[] {
  return listeners.flatMap(({ inheritedDescriptor }) => inheritedDescriptor ?? [])
}
