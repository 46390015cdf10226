/** Compares the readers over many generated responses. Prints the first difference as a test. */
import type { ExecutionContext } from 'ava'
import { compareReaders } from './compare-readers.ts'
import { generateCase } from './generate-case.ts'
import type { ResponseCase } from './outcome.ts'
import { randomFrom } from './random.ts'

/** Runs the cases. `FUZZ_SEED` and `FUZZ_CASES` in the environment replace the defaults. */
export async function fuzzReaders(t: ExecutionContext, defaultCases: number): Promise<void> {
  const seed = Number(process.env.FUZZ_SEED ?? 1)
  const cases = Number(process.env.FUZZ_CASES ?? defaultCases)
  t.log(`seed ${seed}, ${cases} cases; FUZZ_SEED and FUZZ_CASES set others`)
  const random = randomFrom(seed)
  for (let each = 0; each < cases; each += 1) {
    const given = generateCase(random)
    if ((await compareReaders(given)) === undefined) continue
    t.fail(`case ${each} of seed ${seed}; as a test:\n\n${renderTest(await shrink(given))}`)
    return
  }
  t.pass()
}

/** Returns the shortest response with a difference that was found, in one piece when that suffices. */
async function shrink({ method, pieces }: ResponseCase): Promise<{ given: ResponseCase; wrong: string }> {
  let given: ResponseCase = { method, pieces }
  let wrong = (await compareReaders(given)) as string
  const tryCase = async (candidate: ResponseCase): Promise<boolean> => {
    const found = await compareReaders(candidate)
    if (found === undefined) return false
    given = candidate
    wrong = found
    return true
  }
  if (!(await tryCase({ method, pieces: [pieces.join('')] }))) return { given, wrong }
  for (let length = 64; length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < (given.pieces[0] as string).length; ) {
      const raw = given.pieces[0] as string
      const isShorter = await tryCase({ method, pieces: [raw.slice(0, at) + raw.slice(at + length)] })
      if (!isShorter) at += length
    }
  }
  return { given, wrong }
}

function renderTest({ given: { method, pieces }, wrong }: { given: ResponseCase; wrong: string }): string {
  return `test(${JSON.stringify(wrong)}, async (t) => {
  t.is(await compareReaders({ method: '${method}', pieces: ${JSON.stringify(pieces)} }), undefined)
})`
}
