/** Tells whether the time of a regular expression grows faster than the text. */
import { type PatternToken, readQuantifier, splitPattern } from '../../../../src/shared/lib/patterns/pattern-tokens.ts'

const alphabet = [...' \t\n\r019aAzZeé-_.:/\\"\'<>[]{},;=&#%+*@!?|~^$`\0()']

/** How long the texts are, and how many are tried. */
export interface TextSizes {
  /** Growing lengths, so that a test never waits for an expression that needs years. */
  lengths: readonly number[]
  maxTexts: number
  /** How many times shorter the texts are with which a text is compared. */
  factor: number
}

const shortTexts: TextSizes = { lengths: [256, 1024, 4096, 16_384], maxTexts: 80, factor: 8 }

/** Returns functions that build a hostile text of about n characters: a start that matches, and parts that repeat. */
export function buildHostileTexts(source: string, flags: string, maxTexts = 80): ((length: number) => string)[] {
  const tokens = splitPattern(source)
  const pumps = new Map<string, readonly [start: string, pump: string, end: string]>()
  const add = (start: string, pump: string, end: string) =>
    pumps.set(JSON.stringify([start, pump, end]), [start, pump, end])
  const steps = readSteps(tokens, flags)
  for (const [index, { before, characters, other }] of steps.entries()) {
    for (const character of characters) {
      for (const end of new Set(['\0', '\n', other])) add(before, character, end)
      add(before + character, before + character, '')
      for (const next of steps.slice(index + 1, index + 3)) add(before, character + (next.characters[0] ?? ''), '\0')
    }
  }
  const [last] = steps.slice(-1)
  if (last) add('', last.before + (last.characters[0] ?? ''), '\0')
  for (const character of alphabet.slice(0, 12)) add('', character, '\0')
  const all = [...pumps.values()].filter(([, pump]) => pump !== '')
  const stride = Math.ceil(all.length / maxTexts)
  return all
    .filter((_, index) => index % stride === 0)
    .map(
      ([start, pump, end]) =>
        (length) =>
          start + pump.repeat(Math.ceil(length / pump.length)) + end,
    )
}

interface Step {
  /** A text that the tokens in front of this one match. */
  before: string
  characters: readonly string[]
  /** A character that this token does not match. */
  other: string
}

function readSteps(tokens: readonly PatternToken[], flags: string): Step[] {
  const steps: Step[] = []
  const starts = ['']
  let before = ''
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') starts.push(before)
    else if (token.kind === 'close') starts.pop()
    else if (token.kind === 'or') before = starts.at(-1) ?? ''
    else if (token.kind !== 'quantifier' && token.kind !== 'start' && token.kind !== 'end') {
      const { characters, other } = findCharacters(token, flags)
      if (characters.length === 0) continue
      steps.push({ before, characters, other })
      const next = tokens[index + 1]
      const min = next?.kind === 'quantifier' ? readQuantifier(next.text).min : 1
      before += (characters[0] ?? '').repeat(Math.max(1, min))
    }
  }
  return steps
}

function findCharacters({ kind, text }: PatternToken, flags: string): Pick<Step, 'characters' | 'other'> {
  if (kind === 'literal') return { characters: [text], other: '\0' }
  try {
    const one = new RegExp(`^${text}$`, flags.replace(/[gy]/g, ''))
    const characters = alphabet.filter((character) => one.test(character)).slice(0, 3)
    return { characters, other: alphabet.findLast((character) => !one.test(character)) ?? '\0' }
  } catch {
    return { characters: ['a'], other: '\0' } // a part of \p{L}
  }
}

/** Returns the first text, shortened, for which the time grows faster than the text; undefined when there is none. */
export function findSuperlinearText(expression: RegExp, sizes = shortTexts): string | undefined {
  for (const build of buildHostileTexts(expression.source, expression.flags, sizes.maxTexts))
    if (growsFaster((text) => runExpression(expression, text), build, sizes)) return JSON.stringify(build(40))
  return undefined
}

/** A text takes the time of its parts when the time is linear, and `factor` times that time when it grows with the square. */
export function growsFaster(
  run: (text: string) => unknown,
  build: (length: number) => string,
  { lengths, factor }: Omit<TextSizes, 'maxTexts'> = shortTexts,
): boolean {
  if (isAlwaysSlow(() => run(build(24)))) return true // grows exponentially
  return lengths.some((length) => isSlowerThanParts(run, build(length), build(length / factor), factor))
}

/** How many times a measurement is repeated that shows growth: the first ones include the compilation of the code. */
const attempts = 3

function isAlwaysSlow(work: () => unknown): boolean {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const ms = measureMs(work)
    if (ms <= 20) return false
    if (ms > 400) return true
  }
  return true
}

function isSlowerThanParts(run: (text: string) => unknown, whole: string, part: string, factor: number): boolean {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const wholeMs = measureMs(() => run(whole))
    if (wholeMs < 10) return false
    const partsMs = measureMs(() => {
      for (let count = 0; count < factor; count++) run(part)
    })
    // Half way to the square: beside other work, a long text that leaves the caches takes up to three times as long as its parts.
    if (wholeMs / partsMs < factor / 2) return false
  }
  return true
}

function runExpression(expression: RegExp, text: string): void {
  if (expression.global) text.replace(expression, '')
  else {
    expression.lastIndex = 0
    expression.exec(text)
  }
}

/** Starts that formats of schemas read before they reach what may repeat. */
const formatStarts = [
  '',
  'a:',
  'http://',
  'http://a@',
  'http://[1:',
  'a:/?',
  '2020-01-01T',
  '2020-01-01T00:00:00.1',
  'aaaa',
]

/** Returns the first text, shortened, for which a function grows faster than the text; undefined when there is none. */
export function findSlowText(
  run: (text: string) => unknown,
  sizes = { ...shortTexts, maxTexts: Number.POSITIVE_INFINITY },
): string | undefined {
  const pumps = [...alphabet, 'a.', '1.', '1:', '%41', 'a-', 'a@', '//', 'a=']
  const all = formatStarts.flatMap((start) => pumps.map((pump) => [start, pump] as const))
  const stride = Math.ceil(all.length / sizes.maxTexts) || 1
  for (const [start, pump] of all.filter((_, index) => index % stride === 0)) {
    const build = (length: number) => `${start}${pump.repeat(Math.ceil(length / pump.length))}\n`
    if (growsFaster(run, build, sizes)) return JSON.stringify(build(40))
  }
  return undefined
}

/** Returns the processor time of this thread, which does not depend on the load of the machine. */
function measureMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
