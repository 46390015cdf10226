import test from 'ava'
import { describeConnectError, describeListenError } from '../../../../src/shared/lib/output/network-error.ts'

const error = (code: string) => Object.assign(new Error('no'), { code })

for (const [code, message] of [
  ['EADDRINUSE', 'port 80 on ::1 is taken by another process'],
  ['EACCES', 'port 80 on ::1 may not be opened by this user'],
  ['EMFILE', 'cannot listen on ::1:80: the limit of open files is reached; raise it with ulimit -n'],
  ['ENFILE', 'cannot listen on ::1:80: the limit of open files is reached; raise it with ulimit -n'],
  ['EADDRNOTAVAIL', 'cannot listen on ::1:80: this machine does not have the address ::1'],
  ['ENOTFOUND', 'cannot listen on ::1:80: the name of the host is unknown'],
  ['EOTHER', 'cannot listen on ::1:80: no'],
] as const)
  test(`${code} of a port is explained`, (t) => {
    t.is(describeListenError(error(code), '::1', 80), message)
  })

for (const [code, message] of [
  ['ECONNREFUSED', 'no program listens there'],
  ['ENOTFOUND', 'the name of the host is unknown'],
  ['EOTHER', 'no'],
] as const)
  test(`${code} of a connection is explained`, (t) => {
    t.is(describeConnectError(error(code)), message)
  })
