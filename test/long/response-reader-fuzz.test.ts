import test from 'ava'

import { fuzzReaders } from '../http/client/fuzz/fuzz-readers.ts'

test('reads nothing more leniently than node, in many generated responses', (t) => fuzzReaders(t, 20_000))
