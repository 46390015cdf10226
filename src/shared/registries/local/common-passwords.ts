/**
 * Finds passwords that are common or derived from common ones (NIST SP 800-63B section 5.1.1.2): `Passw0rd!23` is
 * `password` without digits and signs at its ends, and with digits read as letters.
 */
import common from './common-passwords.json' with { type: 'json' }

/** Returns why a password is easy to guess, or undefined when no rule applies. */
export function findPasswordWeakness(password: string, name: string): string | undefined {
  const folded = password.normalize('NFKC').toLowerCase()
  const cores = coresOf(folded)
  if (cores.some((core) => words.has(core)) || codes.has(folded)) return 'it is one of the most common passwords'
  if (isRepeated(folded)) return 'it repeats one short part'
  if (isSequence(folded)) return 'it follows the order of the keyboard, the alphabet or the digits'

  const own = name.normalize('NFKC').toLowerCase()
  const owns = new Set([own, own.replace(/@.*/s, ''), [...own].reverse().join('')])
  if ([folded, ...cores].some((core) => owns.has(core))) return 'it consists of the user name'
  return undefined
}

/** Up to six digits and signs at each end are ignored. */
const decoration = /^[^\p{L}]{1,6}|[^\p{L}]{1,6}$/gu

/** Returns the variants to compare: without digits and signs at the ends, and with digits read as letters. */
function coresOf(folded: string): string[] {
  const literal = folded.replace(decoration, '')
  return [folded, literal, readLetters(folded), readLetters(literal), readLetters(folded).replace(decoration, '')]
    .flatMap((core) => [core, core.replaceAll(/[._-]/g, '')])
    .filter((core) => core !== '')
}

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

function readLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign)
}

/** Returns whether the text repeats one part: `aaaaaaaa`, `12121212`, `abcabcabc`. */
function isRepeated(text: string): boolean {
  const letters = [...text] // an expression with a back reference would exhaust the stack for megabytes
  return [1, 2, 3, 4].some(
    (size) =>
      letters.length > size &&
      letters.length % size === 0 &&
      letters.every((letter, index) => letter === letters[index % size]),
  )
}

const orders = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
]

/** The minimum number of characters in order that count as a run. */
const minRunLength = 3

/** Returns whether the text consists of runs of adjacent keys or consecutive characters: `qwer1234`. */
function isSequence(text: string): boolean {
  let rest = text
  while (rest !== '') {
    const run = longestRun(rest)
    if (run < minRunLength) return false
    rest = rest.slice(run)
  }
  return true
}

/** Returns the length of the longest run at the beginning of the text. */
function longestRun(text: string): number {
  let longest = 0
  for (const order of [...orders, ...orders.map((each) => [...each].reverse().join(''))]) {
    let length = 0
    while (length < text.length && order.includes(text.slice(0, length + 1))) length += 1
    longest = Math.max(longest, length)
  }
  return longest
}

/** Common passwords with too many digits for the comparison with words. */
const codes = readWords(common.codes)
/** Common passwords, and words that become common passwords with a few digits or signs. */
const words = readWords(common.words)

function readWords(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}
