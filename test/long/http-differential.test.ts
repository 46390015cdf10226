import test from 'ava'
import { openFuzzer } from '../shared/http/inbound/differential.ts'

test("the fast path and Node's server produce the same requests, responses and errors in many cases", async (t) => {
  t.timeout(20 * 60_000)
  const fuzzer = await openFuzzer()
  t.teardown(fuzzer.close)
  const seed = Number(process.env.HTTP_FUZZ_SEED ?? 1)
  t.log(`HTTP_FUZZ_SEED=${seed}`)
  const differences = await fuzzer.run(seed, Number(process.env.HTTP_FUZZ_CASES ?? 6_000))
  t.is(differences.join('\n\n'), '')
})
