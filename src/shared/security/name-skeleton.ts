/**
 * Reduces a user name to what the most tolerant registry compares.
 *
 * Registries differ in the spellings that they accept for one user: RFC 4518 ignores case, compatibility forms and
 * invisible characters, Active Directory ignores accents as well, and the server behind an authentication URL is
 * unknown. Failures that count by skeletons cannot be multiplied by spellings, whichever registry decides.
 */

/** Letters that Unicode does not decompose, and that some directories compare as these. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  ŋ: 'n',
  ĸ: 'k',
}

/** Returns the skeleton of a name. Equal names in any accepted spelling have equal skeletons; some different names as well. */
export function buildNameSkeleton(name: string): string {
  if (/^[!-~]*$/.test(name)) return name.toLowerCase()
  // Twice, because a change of case can add marks that the first pass would have removed.
  return reduce(reduce(name))
}

function reduce(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u1806\ufffc]/gu, '')
    .toLowerCase()
    .toUpperCase() // brings together ß and ss, and both forms of a small sigma
    .toLowerCase()
    .replace(/[æœøđðħłŧþŋĸ]/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)) // katakana as hiragana
}
