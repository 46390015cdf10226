import test from 'ava'
import {
  defaultConnectionSettings,
  defaultMaxConnections,
  defaultMaxPerAddress,
} from '../../../../src/shared/http/inbound/connection-settings.ts'
import { readOpenFilesLimit } from '../../../../src/shared/lib/files/open-files-limit.ts'

for (const [openFiles, connections] of [
  [0, 16],
  [64, 16],
  [97, 16],
  [98, 17],
  [1_024, 480],
  [32_830, 16_383],
  [32_832, 16_384],
  [32_834, 16_384],
  [Number.POSITIVE_INFINITY, 16_384],
] as const)
  test(`a limit of ${openFiles} open files leaves ${connections} connections`, (t) =>
    t.is(defaultMaxConnections(openFiles), connections))

for (const [connections, perAddress] of [
  [1, 8],
  [11, 8],
  [12, 9],
  [13, 9],
  [480, 360],
  [16_384, 12_288],
] as const)
  test(`of ${connections} connections, one address may have ${perAddress}`, (t) =>
    t.is(defaultMaxPerAddress(connections), perAddress))

test('the defaults follow the limit of open files of the process', (t) => {
  const maxConnections = defaultMaxConnections(readOpenFilesLimit() ?? 1_024)
  t.is(defaultMaxConnections(), maxConnections)
  t.deepEqual(defaultConnectionSettings(), {
    fastPath: true,
    http2: true,
    maxConnections,
    maxPerAddress: defaultMaxPerAddress(maxConnections),
  })
})
