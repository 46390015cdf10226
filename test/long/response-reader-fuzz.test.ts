import test from 'ava'
import { fuzzReaders } from '../shared/http/client/fuzz/fuzz-readers.ts'

test("is never more lenient than Node's client in many generated responses", (t) => fuzzReaders(t, 20_000))
